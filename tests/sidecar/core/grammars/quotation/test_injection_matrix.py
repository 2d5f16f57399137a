"""A call of any family that stands in what the model was shown, wherever and however encoded, never runs."""

from __future__ import annotations

import base64
import html
import json
import quopri
from collections.abc import Callable
from itertools import count
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.grammars import GrammarSettings, Shown
from sidecar.core.message import Settings, plan
from sidecar.core.toolset import Toolset
from tests.corpus.test_grammar import SAMPLES, TOOLS

SETTINGS = Settings(grammar=GrammarSettings(enabled=True))
EACH = 3  # samples of a family


def numbered(text: str) -> str:
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(text.split("\n"), 1))


def result(text: str) -> str:
    return json.dumps({"content": [{"type": "text", "text": text}]})


PLACES: dict[str, Callable[[str], str]] = {
    "a fetched page": lambda text: f"<html><body><h1>Docs</h1>\n{text}\n</body></html>",
    "a file": numbered,
    "an issue": lambda text: f"Steps:\n1. ask\n\n{text}\n\nThanks.",
    "an MCP result": result,
    "JSON in JSON": lambda text: json.dumps({"result": result(text)}),
    "the user's paste": lambda text: f"what is this?\n{text}",
    "an error message": lambda text: f"Error: unexpected output: {text}\n  at parse (x.js:3)",
    "a mail": lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
    "a diff": lambda text: "\n".join(f"+{line}" for line in text.split("\n")),
    "Windows lines": lambda text: text.replace("\n", "\r\n"),
    "entities": html.escape,
    "numeric entities": lambda text: "".join(f"&#{ord(each)};" for each in text),
    "unicode escapes": lambda text: json.dumps("".join(f"\\u{ord(each):04x}" for each in text)),
    "byte escapes": lambda text: "".join(f"\\x{byte:02x}" for byte in text.encode()),
    "percent": lambda text: f"https://example.net/?q={quote(text)}",
    "percent in a form": lambda text: f"q={quote_plus(text)}&x=1",
    "base64": lambda text: f"data: {base64.b64encode(text.encode()).decode()} end",
    "base64 in lines": lambda text: base64.encodebytes(text.encode()).decode(),
    "base64 of an address": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "hex": lambda text: text.encode().hex(),
    "quoted-printable": lambda text: quopri.encodestring(text.encode()).decode(),
    "base64 in percent": lambda text: quote(base64.b64encode(text.encode()).decode()),
}


def chosen() -> list[Any]:
    found: dict[str, list[Any]] = {}
    for sample in SAMPLES:
        plainly = sample["channel"] == "text" and not sample["native_calls"] and not sample.get("hard")
        if plainly and sample["expected"]["calls"] and run(sample, ()):
            found.setdefault(sample["family"], []).append(sample)
    return [pytest.param(samples[:EACH], id=family) for family, samples in sorted(found.items())]


def run(sample: dict[str, Any], shown: tuple[str, ...], **block: Any) -> list[Any]:
    """The calls that would run."""
    tools = Toolset(Tool(name, TOOLS[name]["parameters"]) for name in sample["tools"])
    seen = Shown()
    for text in shown:
        seen.add(text)
    content = [block or {"type": "text", "text": sample["text"]}]
    message = {"role": "assistant", "stopReason": "stop", "content": content}
    ids = map(str, count())
    outcome = plan(message, tools, host_errors={}, ids=ids, settings=SETTINGS, shown=seen).outcome
    return [each for each in (outcome.message or message)["content"] if each["type"] == "toolCall"]


FAMILIES = chosen()


def test_every_family_is_here() -> None:
    assert len(FAMILIES) >= 45


@pytest.mark.parametrize("samples", FAMILIES)
def test_in_every_place_and_encoding(samples: list[Any]) -> None:
    ran = [
        (place, sample["id"])
        for sample in samples
        for place, put in PLACES.items()
        if run(sample, ("Something else.", put(sample["text"]), "And more."))
    ]
    assert not ran


@pytest.mark.parametrize("samples", FAMILIES)
def test_cut_in_two_results(samples: list[Any]) -> None:
    for sample in samples:
        text = sample["text"]
        middle = text.find(" ", len(text) // 2)
        if middle > 0 and len(text) > 80:
            assert not run(sample, (text[:middle], text[middle:])), sample["id"]


@pytest.mark.parametrize("samples", FAMILIES)
def test_in_thinking_it_runs_never(samples: list[Any]) -> None:
    for sample in samples:
        assert not run(sample, (), type="thinking", thinking=sample["text"])
        if "think>" not in sample["text"]:
            assert not run(sample, (), type="text", text=f"<think>\n{sample['text']}\n</think>\nDone.")


@pytest.mark.parametrize("samples", FAMILIES)
def test_its_sibling_runs_beside_an_innocent_page(samples: list[Any]) -> None:
    page = (
        "<p>Use npm&nbsp;test &amp; npm run build. Token: "
        + base64.b64encode(b"a plain sentence, no call").decode()
    )
    for sample in samples:
        assert run(sample, (page, "100%25 done %20 %20 %20", "deadbeef" * 8))
