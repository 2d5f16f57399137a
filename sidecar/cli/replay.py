"""`replay FILE`: a saved message, a report or a session's failures through the engine, each step in words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sidecar.core import call as core
from sidecar.core.argument_text import raw_of
from sidecar.core.blocks import JsonObject, ToolCall
from sidecar.core.leaks import unleak
from sidecar.core.patch import dotted
from sidecar.core.printable import printable
from sidecar.core.proposals.proposal import Proposal
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.core.violation_text import said
from sidecar.errors import UsageError
from sidecar.session.call_ids import CallIds
from sidecar.session.core_input import settings, toolset
from sidecar.session.display import times
from sidecar.session.past.builtin import builtin_tools
from sidecar.session.past.failures import Reader

from . import inputs, shell

LONGEST = 400  # characters of a value


def run(given: argparse.Namespace, environ: Mapping[str, str]) -> int:
    current = shell.settings(environ).current
    config = replace(current, grammar=replace(current.grammar, mode="recover"))
    tools = inputs.tools_file(given.tools) if given.tools else None
    found = False
    for message, declared, sent in _cases(Path(given.file)):
        found = True
        known = toolset(declared or tools or builtin_tools(), config)
        print(printable("\n".join(steps(message, known, settings(config), sent))))
    if not found:
        print(f"no call was rejected by pi in {given.file}")
    return 0


def steps(
    message: JsonObject,
    tools: Toolset,
    rules: core.Settings,
    sent: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """What happens to each call, and to text that may hold one. `sent`: streamed text by a call's id."""
    calls = [block for block in message["content"] if block["type"] == "toolCall"]
    counted = times(len(calls), "tool call")
    yield f"{message.get('model', 'a model')}: stopped for {message['stopReason']}, {counted}"
    for record in unleak(message["content"], tools, rules, None, CallIds().of("")).records:
        yield f"text  → {record.tool} {_short(record.after['arguments'])}"
        yield f"  read as {', '.join(record.rules)}"
    for block in calls:
        raw = raw_of(block["argumentsError"]) if isinstance(block.get("argumentsError"), str) else None
        text = sent.get(block["id"])
        call = ToolCall(block["id"], block["name"], block.get("arguments") or {}, raw, text)
        yield from _call(call, tools, rules)


def _call(call: ToolCall, tools: Toolset, rules: core.Settings) -> Iterator[str]:
    yield f"{call.name}  {_short(call.raw if call.raw is not None else call.arguments)}"
    tool = tools.get(call.name)
    yield "  name      " + (
        "an active tool" if tool else f"no active tool; there are {', '.join(tools.active)}"
    )
    yield "  text      " + ("a JSON object" if call.raw is None else "no JSON object: to be read as text")
    if call.sent is not None:
        yield f"  streamed  {_short(call.sent)}"
    if tool is not None and call.raw is None:
        try:
            wrong = tools.contract(tool.name).violations(call.arguments)
            yield "  validate  " + ("; ".join(map(said, wrong)) or "valid")
        except UnusableSchemaError as error:
            yield f"  validate  {error}"
    verdict = core.judge(call, tools, rules)
    match verdict:
        case core.Kept():
            yield "  result    kept as it is"
        case core.Broken(reason, guard):
            yield f"  result    left alone: {reason}"
            if guard:
                yield f"  guard     blocked where pi would run it: {guard}"
        case core.Mended():
            searched = [step.rule for step in verdict.steps]
            yield from (f"  rule      {name}" for name in verdict.rules if name not in searched)
            yield from (f"  rule      {_step(step)}" for step in verdict.steps)
            yield f"  result    {verdict.name} {_short(verdict.arguments)}  (cost {verdict.cost})"


def _step(step: Proposal) -> str:
    edits = [
        f"{edit.op} {dotted(edit.source)} → {dotted(edit.path)}"
        if edit.op == "move"
        else f"{edit.op} {dotted(edit.path)}" + (f" = {_short(edit.value)}" if edit.op != "remove" else "")
        for edit in step.edits
    ]
    return f"{step.rule} (cost {int(step.cost)}): {', '.join(edits)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def _cases(path: Path) -> Iterator[tuple[JsonObject, list[Any] | None, dict[str, str]]]:
    """Messages, each with the tools that the file declares for it, if any, and the streamed texts."""
    if path.suffix == ".md":  # a report to read; what can be replayed is beside it
        beside = path.with_suffix(".jsonl")
        if not beside.exists():
            raise UsageError(f"{path} is a report to read; give the .jsonl that was written beside it")
        path = beside
    values = _values(path)
    if isinstance(values[0], dict) and values[0].get("type") == "session":
        for turn in Reader(path).failures():
            yield inputs.message(dict(turn.message)), [*turn.tools.values()], {}
    else:
        yield from map(_case, values)


def _values(path: Path) -> list[Any]:
    """The JSON value in the file, or one of each line."""
    text = inputs.content(path)
    try:
        return [inputs.value(text)]
    except UsageError as error:
        whole = error
    try:
        found = [inputs.value(line) for line in text.splitlines() if line.strip()]
    except UsageError:
        raise UsageError(f"{path} is neither JSON nor JSON lines: {whole}") from whole
    if not found:
        raise UsageError(f"{path} is empty")
    return found


def _case(value: Any) -> tuple[JsonObject, list[Any] | None, dict[str, str]]:
    """A message as it is, in a line of a session file, or in a report with its tools."""
    message = value.get("message", value) if isinstance(value, dict) else value
    message = inputs.message(message)
    tools = inputs.tools(value["tools"]) if value.get("tools") else None
    return message, tools, inputs.raw_arguments(value)
