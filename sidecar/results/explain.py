"""One failure and what is known around it → the lines worth saying, the most useful ones first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sidecar.core.blocks import JsonObject
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset

from . import auth, invalid, unknown_tool, unparseable
from .alternatives import offered, relatives
from .caps import Count
from .example import from_schema, shortened
from .hints import Alternative, Hints
from .observation import Kind, Observation
from .wording import Said, compact, quoted

MESSAGES_SHOWN = 3
ADVICE_SHOWN = 3
EXAMPLES_SHOWN = 2
TEXT_READ = 20_000  # characters of an error; what it is about stands at its beginning
MOST_SAID = 99  # a number of three digits looks like a status code

_ARGUMENT_FAULT = re.compile(
    r"invalid[ _-](?:argument|param|input|type|value|request)|validation|missing|required|must be|expected"
    r"|unrecogni[sz]ed|unexpected|not allowed|-32602",
    re.IGNORECASE,
)
_ARGUMENT_WORD = re.compile(
    r"\b(?:argument|param(?:eter)?|field|property|schema)s?\b|-32602|invalid_type", re.IGNORECASE
)
_PASSING = re.compile(
    r"rate.?limit|too many requests|overloaded|unavailable|time.?out|timed out|try again|retry.?after|busy"
    r"|connection|ECONN|network",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Known:
    """What is remembered of one tool, under one schema: calls that worked, and what its results said."""

    worked: JsonObject | None = None
    taught: tuple[JsonObject, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    feedback: tuple[str, ...] = ()


@dataclass(frozen=True)
class Situation:
    """A failure and what is known around it. `cap`: failures of a tool in a run before it is told to stop."""

    observation: Observation
    tools: Toolset
    hints: Hints
    known: Known
    count: Count
    cap: int

    @cached_property
    def contract(self) -> Contract | None:
        """Of the tool's schema; None where there is no such tool or its schema cannot be used."""
        tool = self.observation.tool
        try:
            return self.tools.contract(tool) if self.tools.get(tool) else None
        except UnusableSchemaError:
            return None


def lines(case: Situation) -> Iterator[str]:
    said = case.observation.said
    yield from _caps(case)
    kind = case.observation.kind
    if kind is Kind.UNKNOWN_TOOL:
        yield unknown_tool.diagnosis(case.observation.tool, case.observation.arguments, case.tools)
    elif kind is Kind.UNPARSEABLE:
        yield unparseable.diagnosis(case.observation.raw or "")
        yield from _example(case, said)
    elif kind is Kind.INVALID:
        if case.contract:
            yield from invalid.diagnosis(case.observation.tool, case.contract, case.observation.arguments)
        yield from _example(case, said)
    elif kind is Kind.TOO_LONG:
        yield "Send less at once: a first part in this call, the rest in calls after it."
    elif kind is Kind.TOOL and not case.observation.builtin:
        yield from _of_the_tool(case, said)


def blocked(tool: str, cap: int, alternatives: Sequence[Alternative], tools: Toolset) -> list[str]:
    others = _others(tool, alternatives, tools)
    return [
        f"Not run: this very call of {quoted(tool, 80)} failed {_times(cap)} with the same error.",
        f"Keep using tools, but first change the call{others}. If nothing helps, ask the user.",
    ]


def _caps(case: Situation) -> Iterator[str]:
    tool, count, kind = quoted(case.observation.tool, 80), case.count, case.observation.kind
    if case.cap and count.of_tool >= case.cap:
        who = "Calls of tools that are not there" if kind is Kind.UNKNOWN_TOOL else tool
        others = (
            _others(case.observation.tool, case.known.alternatives, case.tools)
            or ", to find out what is wrong"
        )
        yield (
            f"{who} failed {_times(count.of_tool)} in this run. Keep using tools, but first do something"
            f" else{others}. If that does not help, stop and ask the user."
        )
        yield from (f"From the tool: {text}" for each in case.known.feedback if (text := quoted(each)))
    elif case.cap and count.same >= 2:
        yield f"Same call, same error: {_change(case)}"


def _change(case: Situation) -> str:
    match case.observation.kind:
        case Kind.INVALID | Kind.UNPARSEABLE:
            return "change the arguments before you send it again."
        case Kind.UNKNOWN_TOOL:
            return "use another tool."
        case Kind.BLOCKED | Kind.TOO_LONG:
            return "do it another way, or ask the user."
    if _PASSING.search(case.observation.text):
        return "go on with something else first, and come back to it later."
    return "it will fail again as it is. First check what its arguments refer to, then change them."


def _of_the_tool(case: Situation, said: Said) -> Iterator[str]:
    observation, hints = case.observation, case.hints
    declared = case.contract.root.properties if case.contract else {}
    message = "\n".join([observation.text[:TEXT_READ], *hints.messages])
    signs_in = auth.is_sign_in(message)
    clash = auth.disagreement(message, hints.advice, declared) if signs_in else None
    if clash:
        yield clash[0]
    told = [each for each in hints.messages if " " in each.strip()]  # a bare code explains nothing
    new = [text for each in told if not said.has(each) and (text := quoted(each))]
    yield from (f"The tool also said: {text}" for text in new[:MESSAGES_SHOWN])
    wrong = clash[1] if clash else ()
    advice = [each for each in hints.advice if not said.has(each) and not any(name in each for name in wrong)]
    yield from (f"From the tool: {text}" for each in advice[:ADVICE_SHOWN] if (text := quoted(each)))
    if hints.examples or (not signs_in and _about_arguments(message, declared)):
        yield from _example(case, said)
    others = offered(observation.tool, hints.alternatives, case.tools, said)
    if others and not (case.cap and case.count.of_tool >= case.cap):
        yield f"Other tools for this: {'; '.join(others)}."


def _example(case: Situation, said: Said) -> Iterator[str]:
    """What a working call looks like: as the server says, as it was seen, or as the schema wants it."""
    contract, optional = case.contract, _optional(case.contract)
    taught = [
        text
        for each in [*case.hints.examples, *case.known.taught]
        if _fits(contract, each)
        and (shown := shortened(each, optional))
        and not said.has(text := compact(shown))
    ]
    if case.hints.examples and not taught:
        return  # the text shows them
    worked = case.known.worked if case.known.worked != case.observation.arguments else None
    shown = shortened(worked, optional) if worked else None
    if shown and not case.hints.examples:
        yield f"A call of {case.observation.tool} that worked: {compact(shown)}"
    elif taught:
        examples = " or ".join(list(dict.fromkeys(taught))[:EXAMPLES_SHOWN])
        yield f"The tool's own example: {examples}"
    elif contract:
        made = from_schema(contract, invalid.at_fault(contract, case.observation.arguments))
        if made and not said.has(compact(made)):
            yield f"A valid shape: {compact(made)}"


def _about_arguments(message: str, declared: object) -> bool:
    if not _ARGUMENT_FAULT.search(message):
        return False
    names = declared if isinstance(declared, dict) else {}
    return bool(_ARGUMENT_WORD.search(message)) or any(
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message) for name in list(names)[:64] if len(name) > 1
    )


def _fits(contract: Contract | None, example: JsonObject) -> bool:
    if contract is None:
        return True
    try:
        return not contract.hard_violations(example)
    except UnusableSchemaError:
        return False


def _optional(contract: Contract | None) -> frozenset[str]:
    if contract is None:
        return frozenset()
    return frozenset(contract.root.properties) - contract.root.required


def _others(tool: str, alternatives: Sequence[Alternative], tools: Toolset) -> str:
    found = offered(tool, alternatives, tools) or relatives(tool, tools)
    return f", such as {'; '.join(found)}" if found else ""


def _times(count: int) -> str:
    if count == 1:
        return "once"
    return f"{count} times" if count <= MOST_SAID else "many times"
