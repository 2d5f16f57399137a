"""The corpus of broken calls, whole: outcome counts are checked in, so that a change moves them knowingly."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.call import Broken, Mended, Settings, judge
from sidecar.core.schema.contract import contract
from sidecar.core.toolset import Toolset

HERE = Path(__file__).parent / "calls"
TOOLS = [json.loads(line) for line in gzip.decompress((HERE / "tools.jsonl.gz").read_bytes()).splitlines()]
READS = frozenset({"find", "grep", "ls", "read"})
Answer = dict[str, Any] | None


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def answer(tools: list[dict[str, Any]], call: dict[str, Any]) -> Answer:
    """The call that would run after the rules; None where they decline."""
    known = Toolset(
        Tool(tool["name"], tool["parameters"], effect="read" if tool["name"] in READS else "write")
        for tool in tools
    )
    arguments, raw = call.get("arguments"), call.get("rawArguments")
    if raw is not None:
        try:
            arguments = json.loads(raw, parse_constant=refuse)
        except ValueError:
            arguments = None
        raw = None if isinstance(arguments, dict) else raw
    said = ToolCall("1", call["name"], {} if raw is not None else arguments, raw)
    verdict = judge(said, known, Settings())
    if isinstance(verdict, Mended):
        return {"name": verdict.name, "arguments": verdict.arguments}
    return None if isinstance(verdict, Broken) else {"name": call["name"], "arguments": arguments}


def same(left: Any, right: Any) -> bool:
    """JSON's equality: 5 is 5.0, true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and bool(left == right)


def runs(tools: list[dict[str, Any]], call: dict[str, Any]) -> bool:
    for tool in tools:
        if tool["name"] == call["name"]:
            return not contract(tool["parameters"]).hard_violations(call["arguments"])
    return False


def outcome(case: dict[str, Any]) -> str:
    tools = [TOOLS[line] for line in case["tools"]]
    given, wanted = case["call"], case["expected"]
    got = answer(tools, given)
    if case["faults"][0].startswith("clean."):
        return "right" if got is not None and same(got, wanted) else "broken"
    if wanted is not None and any(same(got, want) for want in (wanted, *case.get("alt", ()))):
        return "right"
    if got is None or same(got, given) or not runs(tools, got):
        return "right" if wanted is None or case.get("or_leave") else "left"
    return "wrong"


def reported(case: dict[str, Any]) -> str:
    got = answer([case["tool"], *case.get("tools", ())], case["call"])
    untouched = got is None or same(got, case["call"])
    if case.get("must_not_repair") or case["kind"] == "negative":
        return "right" if same(got, case["call"]) or same(got, case["expected"]) else "broken"
    choices = [case["expected"], *case.get("alternatives", ())]
    if any(same(got, want) if want and "arguments" in want else got is None for want in choices):
        return "right"
    return "left" if untouched else "wrong"


def kind(case: dict[str, Any]) -> str:
    if case.get("silent"):
        return "silent"
    first = "clean" if case["faults"][0].startswith("clean.") else case["faults"][0]
    return (
        "two faults"
        if len(case["faults"]) > 1 and case["expected"] is not None and first != "clean"
        else first
    )


def counted() -> dict[str, dict[str, dict[str, int]]]:
    calls: dict[str, Counter[str]] = {}
    for case in lines("calls.jsonl"):
        calls.setdefault(kind(case), Counter())[outcome(case)] += 1
    reports: dict[str, Counter[str]] = {}
    for case in lines("reports.jsonl"):
        reports.setdefault(case["kind"], Counter())[reported(case)] += 1
    return {
        "calls": {name: dict(sorted(calls[name].items())) for name in sorted(calls)},
        "reports": {name: dict(sorted(reports[name].items())) for name in sorted(reports)},
    }


@pytest.fixture(scope="module")
def counts() -> dict[str, dict[str, dict[str, int]]]:
    return counted()


def test_the_counts_are_the_ones_checked_in(counts: dict[str, Any]) -> None:
    assert counts == json.loads((HERE / "outcomes.json").read_text(encoding="utf-8"))


def test_no_call_runs_with_another_meaning(counts: dict[str, Any]) -> None:
    harm = {
        (file, name): found
        for file, classes in counts.items()
        for name, found in classes.items()
        if found.keys() & {"wrong", "broken"}
    }
    assert not harm


if __name__ == "__main__":
    (HERE / "outcomes.json").write_text(json.dumps(counted(), indent=1) + "\n", encoding="utf-8")
