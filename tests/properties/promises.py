"""What the core promises of any call and any text, as checks that know nothing of how it works."""

from __future__ import annotations

import html
import json
import math
import re
import time
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from sidecar.core.blocks import Tool, ToolCall
from sidecar.core.budget import limited
from sidecar.core.call import Broken, Kept, Mended, Settings, judge
from sidecar.core.grammars import GrammarSettings, Shown
from sidecar.core.message import plan
from sidecar.core.patch import apply
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset
from sidecar.session.time_budget import BUDGET_S, expiry
from tests.properties import mutations

READS = frozenset({"find", "grep", "ls", "read"})
ROOM = 8  # times the budget
RECKONED = {"convert-line-range", "convert-milliseconds", "tool-name"}  # their numbers are worked out
# Rules after which less may be there than before: what says nothing goes, a word becomes a constant.
SHORTENING = re.compile(
    r"drop|match-enum|strip-anchors|coerce|unwrap-value|split-list|convert|tool-name|argument-text|unwrap-arg"
)
_NUMBER = re.compile(r"[+-]?(?:\d[\d,_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "a": "\a", "v": "\v"}
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)


def check_call(rng: Random) -> None:
    case = rng.choice(mutations.calls() if rng.random() < 0.7 else mutations.rule_cases())
    tools, call = [dict(tool) for tool in case["tools"]], dict(case["call"])
    if rng.random() < 0.25:
        chosen = rng.choice(tools)
        chosen["parameters"] = mutations.schema(chosen["parameters"], rng)
    if rng.random() < 0.15:
        call["name"] = mutations.text_of(call["name"], rng, times=2)
    raw = call.get("rawArguments")
    if raw is None and rng.random() < 0.3:
        raw = json.dumps(call["arguments"])
    if raw is not None:
        raw = mutations.text_of(raw, rng) if rng.random() < 0.9 else raw
        call = {"name": call["name"], "arguments": {}, "raw": raw}
    else:
        call["arguments"] = mutations.value(call["arguments"], rng)
    judged(tools, call)


def judged(wire: list[dict[str, Any]], call: dict[str, Any]) -> None:
    """One call, and everything that is promised of it."""
    tools = Toolset(
        Tool(each["name"], each["parameters"], effect="read" if each["name"] in READS else "write")
        for each in wire
    )
    said = ToolCall("1", call["name"], call["arguments"], call.get("raw"))
    before = json.dumps(call)
    started = time.thread_time()
    expired = expiry()
    with limited(expired):
        verdict = judge(said, tools, Settings(expired=expired))
    assert time.thread_time() - started < BUDGET_S * ROOM, "it took too long"
    assert json.dumps(call) == before, "the input was changed"
    if said.raw is None and _is_valid(tools, said):
        assert isinstance(verdict, Kept), "a valid call was not kept"
    if not isinstance(verdict, Mended):
        return
    assert tools.get(verdict.name) is not None, "no such tool"
    schema = tools.contract(verdict.name)
    assert not schema.hard_violations(verdict.arguments), "not valid"
    again = judge(ToolCall("1", verdict.name, verdict.arguments), tools, Settings())
    assert isinstance(again, (Kept, Broken)), f"repaired twice: {again}"
    if said.raw is None and verdict.name == said.name:
        replayed: Any = said.arguments
        for step in verdict.steps:
            replayed = apply(replayed, step.edits)
        assert _text(replayed) == _text(verdict.arguments), "the record does not give the result"
    given = [said.raw] if said.raw is not None else [*_said(said.arguments), said.name]
    _check_nothing_invented(given, verdict, tools)
    if said.raw is None:
        _check_nothing_lost(said, verdict)


def check_text(rng: Random) -> None:
    """A leaked call in a text: what runs was written there, what stays was there, in the same order."""
    case = rng.choice(mutations.leaks())
    text = mutations.text_of(case["text"], rng) if rng.random() < 0.9 else case["text"]
    if rng.random() < 0.1:
        text += "\n" + rng.choice(mutations.leaks())["text"]
    leaked(case["tools"], text)


def leaked(wire: list[dict[str, Any]], text: str) -> None:
    tools = Toolset(Tool(each["name"], each["parameters"]) for each in wire)
    message = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": text}]}
    settings = Settings(grammar=GrammarSettings(enabled=True))
    ids = map(str, count())
    started = time.thread_time()
    outcome = plan(message, tools, host_errors={}, ids=ids, settings=settings, shown=Shown()).outcome
    assert time.thread_time() - started < BUDGET_S * ROOM, "it took too long"
    if outcome.message is None:
        return
    content = outcome.message["content"]
    left = "".join(block["text"] for block in content if block["type"] == "text")
    made = [block for block in content if block["type"] == "toolCall"]
    assert _is_in_order("".join(left.split()), "".join(text.split())), "text was changed"
    unfit = {each.id for each in (*outcome.declined, *outcome.guards)}
    for block in made:
        if block["id"] not in unfit:  # it runs
            assert not tools.contract(block["name"]).hard_violations(block["arguments"])
        verdict = Mended(block["name"], block["arguments"], ())
        _check_nothing_invented([text], verdict, tools)
    if not made:
        assert "".join(left.split()) == "".join(text.split()) or len(left) > len(text) - 200, "text was lost"
    seen = {block["id"]: block for block in made}
    assert len(seen) == len(made) == len(outcome.repairs) + len(unfit)
    quoted = Shown()
    quoted.add(text)
    again = plan(message, tools, host_errors={}, ids=ids, settings=settings, shown=quoted).outcome
    ran = [block for block in (again.message or message)["content"] if block["type"] == "toolCall"]
    for block in ran:
        assert _is_short(block["arguments"]), "a call that was shown ran"


def _is_short(arguments: Any) -> bool:
    """So little that it stands in any text."""
    return len(_letters(json.dumps(arguments))) < 12


def _is_valid(tools: Toolset, call: ToolCall) -> bool:
    if tools.get(call.name) is None:
        return False
    try:
        return not tools.contract(call.name).violations(call.arguments)
    except (UnusableSchemaError, RecursionError):
        return False


def _check_nothing_invented(given: list[str], verdict: Mended, tools: Toolset) -> None:
    forms = [_letters(form) for text in given for form in _forms(text)]
    joined = "".join(_letters(text) for text in given)
    numbers = {_float(found) for text in given for form in _forms(text) for found in _NUMBER.findall(form)}
    tool = tools.get(verdict.name)  # none: a call that fits nothing keeps its name, and pi refuses it
    constants = _letters(json.dumps(tool.parameters)) if tool is not None else ""
    reckoned = not RECKONED.isdisjoint(verdict.rules)
    for leaf in _leaves(verdict.arguments):
        if isinstance(leaf, bool) or leaf is None or (reckoned and not isinstance(leaf, str)):
            continue
        bare = [_letters(form) for form in _forms(leaf if isinstance(leaf, str) else json.dumps(leaf))]
        if _float(str(leaf)) in numbers or _float(f"-{leaf}") in numbers:
            continue
        if any(part in whole for part in bare for whole in (*forms, joined, constants)):
            continue
        raise AssertionError(f"invented: {leaf!r}")


def _check_nothing_lost(call: ToolCall, verdict: Mended) -> None:
    if any(SHORTENING.match(rule) for rule in verdict.rules):
        return
    there = "".join(_letters(form) for text in _said(verdict.arguments) for form in _forms(text))
    for leaf in _leaves(call.arguments):
        if isinstance(leaf, str) and len(leaf) > 3 and leaf not in (call.name, verdict.name):
            assert any(_letters(form) in there for form in _forms(leaf)) or _container(leaf), (
                f"lost: {leaf!r}"
            )


def _container(text: str) -> bool:
    return text.strip(" \n'\"")[:1] in ("{", "[", "`")


def _leaves(value: Any) -> Iterator[Any]:
    todo = [value]
    while todo:
        here = todo.pop()
        if isinstance(here, (dict, list)):
            todo.extend(reversed(here.values() if isinstance(here, dict) else here))
        else:
            yield here


def _said(value: Any) -> list[str]:
    """Every key and scalar of `value` as text, in order."""
    found: list[str] = []
    todo: list[Any] = [value]
    while todo:
        here = todo.pop()
        if isinstance(here, dict):
            todo.extend(reversed([part for pair in here.items() for part in pair]))
        elif isinstance(here, list):
            todo.extend(reversed(here))
        else:
            found.append(here if isinstance(here, str) else json.dumps(here))
    return found


def _forms(text: str) -> Iterator[str]:
    """A text as it is, and with its escapes undone, layer by layer."""
    for _ in range(5):
        yield text
        undone = html.unescape(_ESCAPE.sub(_undone, text))
        if undone == text:
            return
        text = undone


def _undone(found: re.Match[str]) -> str:
    escape = found[0]
    if len(escape) > 2:
        return chr(int(escape[2:], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "a": "\a", "v": "\v"}.get(
        escape[1], escape[1]
    )


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def _float(text: str) -> float:
    try:
        return float(text.replace(",", "").replace("_", ""))
    except (ValueError, OverflowError):
        return math.nan


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _is_in_order(part: str, whole: str) -> bool:
    """Whether `part` is `whole` with some characters left out."""
    rest = iter(whole)
    return all(character in rest for character in part)
