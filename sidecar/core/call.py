"""One tool call through name, text, validation and rules: repaired, kept, declined, or to be guarded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import argument_text, tool_names
from .blocks import JsonObject, JsonValue, Tool, ToolCall
from .guard import guard_reason
from .proposal import Proposal, Rule
from .repair import Repaired, Unrepaired, repair
from .rules import RULES
from .schema import Contract, UnusableSchemaError
from .toolset import Toolset


@dataclass(frozen=True, slots=True)
class Settings:
    """What the core may do. `rules_off` are rule names; `rules_off_for` the same per tool name."""

    rules_off: frozenset[str] = frozenset()
    rules_off_for: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def rules(self, tool: str) -> Sequence[Rule]:
        off = self.rules_off | self.rules_off_for.get(tool, frozenset())
        return [rule for rule in RULES if rule.name not in off] if off else RULES

    def allows(self, name: str, tool: str) -> bool:
        return name not in self.rules_off and name not in self.rules_off_for.get(tool, ())


@dataclass(frozen=True, slots=True)
class Kept:
    """Valid as it came, or nothing that may be touched."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The call that should run instead. `notes` are repairs that are no edits: of the name, of the text."""

    name: str
    arguments: JsonObject
    rules: tuple[str, ...]
    steps: tuple[Proposal, ...] = ()
    notes: tuple[str, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Broken:
    """No safe repair. `guard` says why pi must not run it, where pi would run it with another meaning."""

    reason: str
    guard: str | None = None


Verdict = Kept | Mended | Broken


def judge(call: ToolCall, tools: Toolset, settings: Settings) -> Verdict:
    """What becomes of one call."""
    tool = tools.get(call.name)
    if tool is None:
        return _rename(call, tools, settings)
    try:
        contract = tools.contract(tool.name)
        if call.raw is not None:
            return _read_text(call.raw, tool, contract, settings)
        return _repair(tool, contract, call.arguments, settings)
    except UnusableSchemaError as error:
        return Broken(f"the schema of {tool.name} cannot be applied: {error}")


def _repair(tool: Tool, contract: Contract, arguments: JsonValue, settings: Settings) -> Verdict:
    outcome = repair(tool.name, tool.effect, contract, arguments, settings.rules(tool.name))
    if outcome is None:
        return Kept()
    if isinstance(outcome, Repaired):
        return Mended(tool.name, outcome.arguments, outcome.rules, outcome.steps, cost=outcome.cost)
    return Broken(outcome.reason, guard_reason(outcome.violations))


def _read_text(raw: str, tool: Tool, contract: Contract, settings: Settings) -> Verdict:
    """Arguments that reached pi as text that is no JSON object."""
    rules = settings.rules(tool.name)

    def fits(candidate: JsonValue) -> bool:
        return not isinstance(repair(tool.name, tool.effect, contract, candidate, rules), Unrepaired)

    reading = argument_text.read(raw, fits, _declared_keys(contract))
    if not isinstance(reading, argument_text.Read):
        return Broken(reading.reason)
    verdict = _repair(tool, contract, reading.arguments, settings)
    if isinstance(verdict, Broken):
        return verdict
    mended = verdict if isinstance(verdict, Mended) else Mended(tool.name, reading.arguments, ())
    return Mended(
        tool.name,
        mended.arguments,
        ("argument-text", *mended.rules),
        mended.steps,
        ("arguments read from malformed text",),
        mended.cost,
    )


def _rename(call: ToolCall, tools: Toolset, settings: Settings) -> Verdict:
    """The one cheapest active tool that an unknown name may mean and whose contract the call meets."""
    if not settings.allows("tool-name", call.name):
        return Broken(f"no tool is called {call.name}")
    best: list[Mended] = []
    cheapest: int | None = None
    for proposal in tool_names.candidates(call.name, tools):
        if cheapest is not None and proposal.cost > cheapest:
            break
        for mended in _on_tool(call, proposal, tools, settings):
            total = proposal.cost + mended.cost
            if cheapest is None or proposal.cost <= cheapest:
                cheapest = proposal.cost
                best.append(
                    Mended(mended.name, mended.arguments, mended.rules, mended.steps, mended.notes, total)
                )
    if not best:
        return Broken(f"no active tool is called {call.name!r}")
    least = min(mended.cost for mended in best)
    results: dict[str, Mended] = {}
    for mended in best:
        if mended.cost == least:
            results.setdefault(repr((mended.name, mended.arguments)), mended)
    if len(results) > 1:
        return Broken(f"{call.name!r} may mean {' or '.join(sorted({m.name for m in results.values()}))}")
    return next(iter(results.values()))


def _on_tool(
    call: ToolCall, proposal: tool_names.NameProposal, tools: Toolset, settings: Settings
) -> Iterator[Mended]:
    """The call as one of the proposed tool, where the arguments can be made to fit it."""
    tool = tools.active[proposal.name]
    raw = proposal.inner_arguments if proposal.inner_arguments is not None else call.raw
    try:
        contract = tools.contract(tool.name)
    except UnusableSchemaError:
        return
    if raw is not None:
        verdict = _read_text(raw, tool, contract, settings)
        if isinstance(verdict, Mended):
            yield _named(verdict)
        return
    options = proposal.arguments_map(call.arguments) if proposal.arguments_map else [call.arguments]
    for arguments in options:
        if proposal.strict_arguments and contract.violations(arguments):
            continue
        verdict = _repair(tool, contract, arguments, settings)
        if isinstance(verdict, Kept):
            yield Mended(tool.name, arguments, ("tool-name",))
        elif isinstance(verdict, Mended):
            yield _named(verdict)


def _named(verdict: Mended) -> Mended:
    rules = ("tool-name", *verdict.rules)
    return Mended(verdict.name, verdict.arguments, rules, verdict.steps, verdict.notes, verdict.cost)


def _declared_keys(contract: Contract) -> frozenset[str]:
    """Every property name the schema declares, at any depth."""
    names: set[str] = set()
    todo: list[Any] = [contract.root.root]
    while todo and len(names) < 10_000:
        here = todo.pop()
        if isinstance(here, dict):
            if isinstance(here.get("properties"), dict):
                names.update(here["properties"])
            todo.extend(here.values())
        elif isinstance(here, list):
            todo.extend(here)
    return frozenset(names)
