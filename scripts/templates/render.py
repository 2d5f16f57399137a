"""A chat template and calls → the text that the model writes, with words in it that are found again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

try:
    from jinja2 import Environment, TemplateError, nodes
    from jinja2.ext import Extension, loopcontrols
    from jinja2.parser import Parser
    from jinja2.sandbox import SandboxedEnvironment
except ImportError as missing:
    raise SystemExit(
        f"template: {missing}; run scripts/setup, which installs what development needs"
    ) from None

USER, TEXT = "zquser", "zqtext"


@dataclass(frozen=True, slots=True)
class Probe:
    """A call whose words occur nowhere else."""

    name: str
    id: str
    arguments: Mapping[str, str]


FIRST = Probe("zqtoolone", "zqidone12", {"zqkeya": "zqvaluea", "zqkeyb": "zqvalueb"})
SECOND = Probe("zqtooltwo", "zqidtwo12", {"zqkeyc": "zqvaluec", "zqkeyd": "zqvalued"})


class _Generation(Extension):
    """`{% generation %}…{% endgeneration %}`, with which some templates mark what the model wrote."""

    tags = {"generation"}  # noqa: RUF012 - as Jinja declares it

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class Template:
    """A chat template, and the tokens that it may name."""

    def __init__(self, source: str, tokens: Mapping[str, str] | None = None) -> None:
        made: Environment = SandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, _Generation]
        )
        made.filters["tojson"] = _json
        made.globals.update(raise_exception=_raise, strftime_now=lambda form: "2025-01-01")
        self._template, self._tokens = made.from_string(source), dict(tokens or {})

    def calls(self, probes: Sequence[Probe]) -> str | None:
        """What the model writes to make these calls; None where the template renders no such message."""
        for as_text in (False, True):
            for content in ("", None):
                message = {
                    "role": "assistant",
                    "content": content,
                    "tool_calls": _tool_calls(probes, as_text),
                }
                written = self._written(message)
                if written is not None and all(probe.name in written for probe in probes):
                    return written
        return None

    def ending(self) -> str:
        """What follows every message of the model."""
        messages = [{"role": "user", "content": USER}, {"role": "assistant", "content": TEXT}]
        _, said, after = (self._rendered(messages, False) or "").rpartition(TEXT)
        return after if said else ""

    def _written(self, message: Mapping[str, Any]) -> str | None:
        user = {"role": "user", "content": USER}
        whole = self._rendered([user, message], False)
        if whole is None or USER not in whole:
            return None
        prompt = self._rendered([user], True) or ""
        shared = 0
        while shared < len(prompt) and prompt[shared] == whole[shared : shared + 1]:
            shared += 1
        start = max(shared, whole.rindex(USER) + len(USER))
        tag = whole.rfind("<", 0, start)
        return whole[tag if tag > whole.rfind(">", 0, start) else start :]

    def _rendered(self, messages: Sequence[Mapping[str, Any]], prompt: bool) -> str | None:
        tools = [_tool(probe) for probe in (FIRST, SECOND)]
        try:
            return self._template.render(
                messages=messages, tools=tools, add_generation_prompt=prompt,
                **{"bos_token": "", "eos_token": "", **self._tokens},
            )  # fmt: skip
        except (TemplateError, TypeError, ValueError, KeyError, AttributeError):
            return None


def read_template(path: Path) -> Template:
    """The template of a Jinja file or of a `tokenizer_config.json`, which may hold several."""
    text = path.read_text("utf-8")
    if path.suffix != ".json":
        return Template(text)
    config = json.loads(text)
    said = config.get("chat_template")
    if isinstance(said, list):
        named = {each["name"]: each["template"] for each in said}
        said = named.get("tool_use", named.get("default"))
    if not isinstance(said, str):
        raise SystemExit(f"template: {path} holds no chat_template; give the Jinja file")
    tokens = {key: config.get(key) for key in ("bos_token", "eos_token")}
    return Template(
        said, {key: each["content"] if isinstance(each, dict) else each or "" for key, each in tokens.items()}
    )


def _tool(probe: Probe) -> dict[str, Any]:
    properties = {key: {"type": "string", "description": "text"} for key in probe.arguments}
    parameters = {"type": "object", "properties": properties, "required": []}
    return {
        "type": "function",
        "function": {"name": probe.name, "description": "a tool", "parameters": parameters},
    }


def _tool_calls(probes: Sequence[Probe], as_text: bool) -> list[dict[str, Any]]:
    return [
        {
            "id": probe.id,
            "type": "function",
            "function": {
                "name": probe.name,
                "arguments": json.dumps(probe.arguments) if as_text else dict(probe.arguments),
            },
        }
        for probe in probes
    ]


def _json(value: Any, ensure_ascii: bool = False, indent: int | None = None, **_: Any) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)


def _raise(said: str) -> None:
    raise TemplateError(said)
