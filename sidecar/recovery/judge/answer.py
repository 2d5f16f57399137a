"""A recovery model's reply → a corrected call, or one line on why it is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from sidecar.core.asking import may_become
from sidecar.core.blocks import Answer, JsonObject, JsonValue, Path, Question, Tool, ToolCall
from sidecar.core.patch import apply, replace
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import UnusableSchemaError, Violation
from sidecar.core.toolset import Toolset
from sidecar.core.values import TooLargeError, identity
from sidecar.recovery.prompt.references import References, call_value
from sidecar.recovery.prompt.trimming import shorten
from sidecar.recovery.prompt.values import show, walk

from . import raw_tracing, tracing
from .reading import Candidate, read
from .roles import Naming
from .staying import moved

# The rule engine on an answer: (tool name, arguments) → the valid call, or None.
Repair: TypeAlias = Callable[[str, JsonObject], tuple[str, JsonObject] | None]

# keys that every object of JavaScript has, so that a host may take them for declared ones
INHERITED = frozenset({"constructor", "prototype"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a reply is not used: one line, which is shown to the model when it is asked again."""

    reason: str


class _RefusedError(Exception):
    """Ends the judging; its text is the reason to refuse."""


@dataclass(frozen=True)
class Judge:
    """Checks a reply. `tools` are all tools of the request; only active ones may be named.

    `any_values`: values need not come from the failing call.
    """

    tools: Toolset
    repair: Repair | None = None
    any_values: bool = False

    def __call__(self, question: Question, references: References, text: str) -> Answer | Refusal:
        try:
            return self._judged(question, references, text)
        except _RefusedError as refused:
            return Refusal(str(refused))
        except TooLargeError:
            return Refusal("the call has too many values to trace")
        except UnusableSchemaError:
            return Refusal("the tool's schema cannot be applied")
        except RecursionError:
            return Refusal("the answer is nested too deep")

    def _judged(self, question: Question, references: References, text: str) -> Answer:
        call = question.call
        candidate = self._read(question, references, text)
        self._admit(call, candidate.name)
        name, arguments = self._repaired(candidate)
        tool = self._admit(call, name)
        contract = self.tools.contract(name)
        _refuse_if(_broken(contract.hard_violations(arguments)))
        given = call_value(call)
        if name == call.name and call.raw is None and identity(arguments) == identity(given):
            raise _RefusedError("the answer is the failing call again")
        _refuse_if(_new_key(given, call.raw, arguments, contract))
        if not self.any_values:
            self._trace(call, given, tool, arguments, contract)
        return Answer(name, arguments)

    def _read(self, question: Question, references: References, text: str) -> Candidate:
        shown = [tool for tool in question.tools if tool.active]
        bare = list(Node(shown[0].parameters, shown[0].parameters).properties) if len(shown) == 1 else None
        candidate = read(text, self.tools.active.keys(), bare)
        if isinstance(candidate, str):
            raise _RefusedError(candidate)
        try:
            arguments = references.resolve(candidate.arguments)
        except ValueError as error:
            raise _RefusedError(str(error)) from error
        name = candidate.name or shown[0].name
        if not isinstance(arguments, dict):
            raise _RefusedError("args is no object")
        _refuse_if(_unfit(arguments))
        return Candidate(name, arguments)

    def _admit(self, call: ToolCall, name: str) -> Tool:
        """The tool `name`, where the failing call may become a call of it."""
        tool = self.tools.get(name)
        if tool is None:
            raise _RefusedError(f"{shorten(name, 60)!r} is no active tool")
        if not may_become(call, tool, self.tools):
            known = self.tools.get(call.name) is not None
            said = f"a call of {call.name} stays one" if known else f"{shorten(call.name, 60)!r} is no {name}"
            raise _RefusedError(said)
        return tool

    def _repaired(self, candidate: Candidate) -> tuple[str, JsonObject]:
        contract = self.tools.contract(candidate.name)
        arguments = _without_optional_nulls(candidate.arguments, contract.root, contract)
        if self.repair is None:
            return candidate.name, arguments
        repaired = self.repair(candidate.name, arguments)
        if repaired is None:
            _refuse_if(_broken(contract.hard_violations(arguments)))
            raise _RefusedError("the answer does not fit the tool")
        return repaired

    def _trace(
        self, call: ToolCall, given: JsonValue, tool: Tool, arguments: JsonObject, contract: Contract
    ) -> None:
        naming = Naming({tool.name, call.name}, tool.effect == "read")
        if given is None and call.raw is not None:
            _refuse_if(raw_tracing.untraced(call.raw, arguments, contract, naming))
            return

        def means(path: Path, said: JsonValue) -> bool:
            """Whether the rules would make what the answer has at `path` of what was said."""
            sent = apply(arguments, (replace(path, said),))
            return self.repair is not None and self.repair(tool.name, sent) == (tool.name, arguments)

        _refuse_if(moved(given, arguments, contract))
        _refuse_if(tracing.untraced(given, arguments, contract, naming, means))


def _refuse_if(reason: str | None) -> None:
    if reason:
        raise _RefusedError(reason)


def _broken(violations: list[Violation]) -> str | None:
    """What is wrong with an answer, in words that help the model when it is asked again."""
    if not violations:
        return None
    said = []
    for violation in violations[:4]:
        where = show((*violation.path, violation.name)) if violation.name else show(violation.path)
        if violation.keyword == "required":
            said.append(f"{where} is missing")
        elif violation.keyword == "additionalProperties":
            said.append(f"{where} is not declared")
        else:
            said.append(f"{where} breaks {violation.keyword} {shorten(str(violation.expected), 80)}")
    return "; ".join(said)


def _unfit(arguments: JsonObject) -> str | None:
    """What no call may hold: a key that changes what an object is, a number that JSON has not."""
    for _, value in walk(arguments):
        if isinstance(value, dict) and "__proto__" in value:
            return "__proto__ is no argument"
        if isinstance(value, float) and not math.isfinite(value):
            return "a number of the answer is too large"
    return None


def _new_key(given: JsonValue, raw: str | None, arguments: JsonObject, contract: Contract) -> str | None:
    """Why a key of the answer is refused: neither the schema nor the call has it."""
    said: set[JsonValue] = set()
    for path, value in walk(given):
        said.update(path[-1:])
        if isinstance(value, str):
            said.add(value)
    for path, value in walk(arguments):
        node = contract.node(path, arguments) if isinstance(value, dict) and value else None
        if node is None or not isinstance(value, dict):
            continue
        properties = contract.settle(node, value).properties
        for key in value:
            if key not in properties and key in INHERITED:
                return f"{key} is no argument of this tool"
            if key not in properties and key not in said and key not in (raw or ""):
                return f"{shorten(key, 60)} is no argument of this tool"
    return None


def _without_optional_nulls(value: Any, node: Node, contract: Contract, depth: int = 8) -> Any:
    """`value` without the nulls that a constrained answer writes for "left out"."""
    if depth <= 0 or not isinstance(value, (dict, list)):
        return value
    here = contract.settle(node, value)
    if isinstance(value, list):
        below = [here.child(index) for index in range(len(value))]
        return [
            child if under is None else _without_optional_nulls(child, under, contract, depth - 1)
            for child, under in zip(value, below, strict=True)
        ]
    kept = {}
    for key, child in value.items():
        under = here.child(key)
        if child is None and key not in here.required:
            continue
        kept[key] = child if under is None else _without_optional_nulls(child, under, contract, depth - 1)
    return kept
