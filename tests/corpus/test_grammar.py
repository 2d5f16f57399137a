"""The corpus of leaks, whole: outcome counts are checked in, so that a change moves them knowingly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.grammars import GrammarSettings, LeakedCall, Shown, extract
from sidecar.core.toolset import Toolset

HERE = Path(__file__).parent / "grammar"
TOOLS = {tool["name"]: tool for tool in json.loads((HERE / "tools.json").read_text())}
SAMPLES = [json.loads(line) for line in (HERE / "dev.jsonl").read_text().splitlines()]
SETTINGS = GrammarSettings(enabled=True, thinking="final")


def run(sample: dict[str, Any], text: str) -> tuple[list[LeakedCall], str]:
    """The calls that a strict validator takes, and the text that stays visible."""
    tools = Toolset(Tool(name, TOOLS[name]["parameters"]) for name in sample["tools"])
    channel = sample["channel"]
    content = [{"type": channel, channel: text}]
    content += [{"type": "toolCall", **call} for call in sample["native_calls"]]
    found = extract(content, tools, SETTINGS, Shown())
    calls = [call for call in found.calls if not call.duplicate]
    calls = [call for call in calls if not tools.contract(call.name).hard_violations(call.arguments)]
    left = found.cut({call.place for call in calls})
    return calls, "".join(block.get(channel, "") for block in left)


def as_json(name: str, arguments: Any) -> str:
    """One spelling for equal values: 5 and 5.0 are one number, True is none."""
    return json.dumps([name, arguments], sort_keys=True, default=str).replace(".0,", ",").replace(".0}", "}")


def right(sample: dict[str, Any]) -> bool:
    calls, text = run(sample, sample["text"])
    expected = sample["expected"]
    if [as_json(c.name, c.arguments) for c in calls] != [
        as_json(c["name"], c["arguments"]) for c in expected["calls"]
    ]:
        return False
    if expected.get("ids") and [call.carried_id for call in calls] != expected["ids"]:
        return False
    texts = [expected["text"], *expected.get("text_alts", [])]
    if sample["text_match"] == "ws":
        return "".join(text.split()) in ["".join(one.split()) for one in texts]
    return text in texts


def kind(sample: dict[str, Any]) -> str:
    if sample.get("debatable"):
        return "debatable"
    found = "positive" if sample["expected"]["calls"] else "negative"
    return f"hard {found}" if sample.get("hard") else found


def test_outcome_counts_are_the_ones_checked_in() -> None:
    counts: dict[str, Counter[str]] = {}
    for sample in SAMPLES:
        counts.setdefault(kind(sample), Counter())["right" if right(sample) else "wrong"] += 1
    assert {name: dict(count) for name, count in counts.items()} == json.loads(
        (HERE / "outcomes.json").read_text()
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["id"])
def test_no_truncation_executes_what_the_whole_does_not(sample: dict[str, Any]) -> None:
    text = sample["text"]
    ends = [text.rfind(">") + 1, len(text)]  # what follows a call may refuse it
    whole = Counter[str]()
    for end in ends:
        whole |= Counter(as_json(call.name, call.arguments) for call in run(sample, text[:end])[0])
    for end in range(0, len(text), max(1, len(text) // 60)):
        cut = Counter(as_json(call.name, call.arguments) for call in run(sample, text[:end])[0])
        assert not cut - whole, text[:end]
