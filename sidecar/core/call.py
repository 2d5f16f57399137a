"""One tool call through name, text, validation and rules: repaired, kept, declined, or to be guarded."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import argument_text, tool_names
from .argument_text import meant as meaning
from .argument_text.sent import Meant, Unclear
from .argument_text.source_text import may_be_source
from .blocks import JsonObject, JsonValue, Path, Tool, ToolCall
from .grammars.settings import GrammarSettings
from .patch import apply, remove
from .pi_tools import is_pis
from .proposals.proposal import Proposal, Rule
from .rules import RULES
from .schema.contract import Contract
from .schema.violation import UnusableSchemaError
from .search.guard import guard_reason
from .search.ignored import ignored_key
from .search.pi_keys import hear
from .search.search import Repaired, repair
from .search.unheard import UnheardError
from .toolset import Toolset

NAME_SHOWN = 80  # characters of an unknown name
MOST_KEYS = 10_000  # declared names used as anchors in malformed text


@dataclass(frozen=True, slots=True)
class Settings:
    """What the core may do. `rules_off` are rule names; `rules_off_for` the same per tool name.

    `cwd` is the folder that pi's tools run in, None where nobody says.
    """

    rules_off: frozenset[str] = frozenset()
    rules_off_for: Mapping[str, frozenset[str]] = field(default_factory=dict)
    grammar: GrammarSettings = field(default_factory=GrammarSettings)
    expired: Callable[[], bool] = lambda: False  # whether the time for this message is over
    cwd: str | None = None

    def rules(self, tool: str) -> Sequence[Rule]:
        off = self.rules_off | self.rules_off_for.get(tool, frozenset())
        return [rule for rule in RULES if rule.name not in off] if off else RULES

    def allows(self, name: str, tool: str) -> bool:
        return name not in self.rules_off and name not in self.rules_off_for.get(tool, ())


@dataclass(frozen=True, slots=True)
class Kept:
    """The call stays as it is: it satisfies the schema."""


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
    """No safe repair. `guard` says why pi must not run it, where pi would run it with another meaning.

    `askable`: another model may be asked what was meant. What pi's tool cannot do, no other call of it does.
    """

    reason: str
    guard: str | None = None
    askable: bool = True


Verdict = Kept | Mended | Broken


def judge(call: ToolCall, tools: Toolset, settings: Settings) -> Verdict:
    """What becomes of one call."""
    verdict = _judge(call, tools, settings)
    if call.leaked and not isinstance(verdict, Broken):
        verdict = _declared_alone(call, verdict, tools, settings)
    if isinstance(verdict, Broken) and (settings.rules_off or settings.rules_off_for):
        off = _missed(call, tools, settings)
        return replace(verdict, reason=f"switched off: {', '.join(off)}") if off else verdict
    return verdict


def _declared_alone(call: ToolCall, verdict: Kept | Mended, tools: Toolset, settings: Settings) -> Verdict:
    """A leaked call of pi's own tool without the keys that ask it for nothing.

    Leaks are in the notation of another agent, or near it: Claude Code's `description`, Cline's
    `requires_approval`. The model learns from the call that it sees in its history.
    """
    mended = verdict if isinstance(verdict, Mended) else Mended(call.name, call.arguments, ())
    tool = tools.get(mended.name)
    if tool is None or not is_pis(tool):
        return verdict
    idle: dict[Path, str] = {}
    contract = tools.contract(tool.name)
    for found in contract.undeclared(mended.arguments):
        holder, key = found.instance, found.name
        if not isinstance(holder, dict):
            continue
        declared = contract.settle(found.node, holder).properties
        if tool_names.asks_nothing(key, holder[key], tool.name, declared):
            idle[(*found.path, key)] = key
    if not idle or not settings.allows("drop-extra", tool.name):
        return verdict
    arguments: JsonObject = apply(mended.arguments, tuple(map(remove, idle)))
    rules = tuple(dict.fromkeys((*mended.rules, "drop-extra")))
    notes = (*mended.notes, *(f"{key} dropped" for key in dict.fromkeys(idle.values())))
    return replace(mended, arguments=arguments, rules=rules, notes=notes)


def _missed(call: ToolCall, tools: Toolset, settings: Settings) -> list[str]:
    """The rules that would repair the call, were they not switched off."""
    verdict = _judge(call, tools, replace(settings, rules_off=frozenset(), rules_off_for={}))
    if not isinstance(verdict, Mended):
        return []
    names = {rule: (verdict.name, *((call.name,) if rule == "tool-name" else ())) for rule in verdict.rules}
    return [rule for rule, asked in names.items() if not all(settings.allows(rule, name) for name in asked)]


def _judge(call: ToolCall, tools: Toolset, settings: Settings) -> Verdict:
    meant = meaning.meant(call, settings.allows) if call.raw is None else Meant(call.arguments)
    if isinstance(meant, Unclear):
        return Broken(meant.reason, meant.reason)
    verdict = _judge_meant(replace(call, arguments=meant.arguments), tools, settings)
    if isinstance(verdict, Broken):
        return replace(verdict, guard=verdict.guard or _misread(verdict.reason)) if meant.rules else verdict
    mended = verdict if isinstance(verdict, Mended) else Mended(call.name, meant.arguments, ())
    exact = meaning.exact(mended.arguments, lambda candidate: _is_valid(mended.name, candidate, tools))
    if isinstance(exact, Unclear):
        return Broken(exact.reason, exact.reason)
    rules, notes = meant.rules, meant.notes
    if exact.rules or meaning.kept_spelling(meant.arguments, mended.steps):
        rules, notes = (*rules, meaning.SPELLING), (*notes, "numbers kept as written")
    if not rules:
        return verdict
    rules = tuple(dict.fromkeys((*rules, *mended.rules)))
    return replace(mended, arguments=exact.arguments, rules=rules, notes=(*notes, *mended.notes))


def _misread(reason: str) -> str:
    return f"pi would run another call than was written, and what was written does not fit: {reason}."


def _is_valid(name: str, arguments: JsonObject, tools: Toolset) -> bool:
    try:
        return not any(violation.hard for violation in tools.contract(name).violations(arguments))
    except UnusableSchemaError:
        return False


def _judge_meant(call: ToolCall, tools: Toolset, settings: Settings) -> Verdict:
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
    """By rules; and what keys ask for that pi's own tools ignore is asked in arguments that they know."""
    if not is_pis(tool):
        return _by_rules(tool, contract, arguments, settings)

    declared = contract.root.properties

    def allows(rule: str) -> bool:
        return settings.allows(rule, tool.name)

    try:
        before = hear(tool.name, arguments, declared, settings.cwd, allows)
        verdict = _by_rules(tool, contract, before.arguments, settings)
        if isinstance(verdict, Broken):
            return verdict
        repaired = verdict.arguments if isinstance(verdict, Mended) else before.arguments
        after = hear(tool.name, repaired, declared, settings.cwd, allows)  # rules may have unwrapped more
        final = before.finished(after.finished(after.arguments))
    except UnheardError as error:
        return Broken(str(error), f"Not run: {error}", askable=False)
    if not before.rules and not after.rules:
        return verdict
    mended = verdict if isinstance(verdict, Mended) else Mended(tool.name, {}, ())
    rules = tuple(dict.fromkeys((*before.rules, *mended.rules, *after.rules)))
    notes = (*before.notes, *mended.notes, *after.notes)
    return replace(mended, arguments=final, rules=rules, notes=notes)


def _by_rules(tool: Tool, contract: Contract, arguments: JsonValue, settings: Settings) -> Verdict:
    outcome = repair(tool.name, tool.effect, contract, arguments, settings.rules(tool.name), settings.expired)
    if outcome is None:
        return Kept()
    if isinstance(outcome, Repaired):
        return Mended(tool.name, outcome.arguments, outcome.rules, outcome.steps, cost=outcome.cost)
    return Broken(outcome.reason, guard_reason(contract, arguments))


def _shaped(
    tool: Tool, contract: Contract, shapes: Sequence[tool_names.Mapped], settings: Settings
) -> Mended | Broken:
    """The one cheapest of several shapes of the same arguments that rules which are on make valid."""
    best: list[Mended] = []
    broken = Broken(f"the arguments do not fit {tool.name}")
    for shape in shapes:
        if not all(settings.allows(rule, tool.name) for rule in shape.rules):
            continue
        verdict = _repair(tool, contract, shape.arguments, settings)
        if isinstance(verdict, Kept):
            best.append(Mended(tool.name, shape.arguments, shape.rules, notes=shape.notes))
        elif isinstance(verdict, Mended):
            rules = tuple(dict.fromkeys((*shape.rules, *verdict.rules)))
            best.append(replace(verdict, rules=rules, notes=(*shape.notes, *verdict.notes)))
        else:
            broken = verdict
    return _only(best) or broken


def _only(mended: Sequence[Mended]) -> Mended | None:
    """The cheapest, if all that cost as little are one and the same call."""
    least = min((one.cost for one in mended), default=0)
    cheapest = [one for one in mended if one.cost == least]
    same = all((one.name, one.arguments) == (cheapest[0].name, cheapest[0].arguments) for one in cheapest)
    return cheapest[0] if cheapest and same else None


def _as_is(arguments: JsonObject) -> Sequence[tool_names.Mapped]:
    return (tool_names.Mapped(arguments),)


def _read_text(
    raw: str, tool: Tool, contract: Contract, settings: Settings, shapes: tool_names.ArgumentsMap = _as_is
) -> Mended | Broken:
    """Arguments that reached pi as text that is no JSON object."""
    if not settings.allows("argument-text", tool.name):
        return Broken("the arguments are no JSON object")

    def fits(candidate: JsonObject) -> bool:
        return isinstance(_shaped(tool, contract, shapes(candidate), settings), Mended)

    reading = argument_text.read(raw, fits, _declared_keys(contract))
    if isinstance(reading, argument_text.Read):
        if "drop-prose" in reading.steps and may_be_source(raw, contract):
            return Broken("the words around the object may be the program itself")
        mended = _shaped(tool, contract, shapes(reading.arguments), settings)
    elif (text := _bare_text(raw)) is not None:
        verdict = _repair(tool, contract, text, settings)
        mended = Broken(f"the arguments do not fit {tool.name}") if isinstance(verdict, Kept) else verdict
    else:
        return Broken(reading.reason)
    if isinstance(mended, Broken):
        return mended
    note = "arguments read from malformed text"
    return replace(mended, rules=("argument-text", *mended.rules), notes=(note, *mended.notes))


def _bare_text(raw: str) -> str | None:
    """The text of a JSON string that stands where the arguments should."""
    if not raw.lstrip().startswith('"'):
        return None
    try:
        value = json.loads(raw)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _rename(call: ToolCall, tools: Toolset, settings: Settings) -> Verdict:
    """The one cheapest active tool that an unknown name may mean and whose contract the call meets."""
    unknown = Broken(f"no active tool is called {call.name[:NAME_SHOWN]!r}")
    if not settings.allows("tool-name", call.name):
        return unknown
    best: list[Mended] = []
    near: list[str] = []
    surest: int | None = None
    arguments = call.arguments if call.raw is None and isinstance(call.arguments, dict) else None
    for proposal in tool_names.candidates(call.name, tools, arguments):
        if surest is not None and proposal.cost > surest:
            break
        if not settings.allows("tool-name", proposal.name):
            continue
        mended = _on_tool(call, proposal, tools, settings)
        if isinstance(mended, Mended):
            surest = proposal.cost
            best.append(mended)
        else:
            near.append(f"{call.name[:NAME_SHOWN]!r} may mean {proposal.name}: {mended.reason}")
    if len({(one.name) for one in best if one.cost == min(other.cost for other in best)}) > 1:
        return Broken(f"{call.name!r} may mean {' or '.join(sorted({one.name for one in best}))}")
    return _only(best) or (Broken(near[0]) if len(near) == 1 else unknown)


def _on_tool(
    call: ToolCall, proposal: tool_names.NameProposal, tools: Toolset, settings: Settings
) -> Mended | Broken:
    """The call as one of the proposed tool, if its arguments can be made to fit."""
    tool = tools.active[proposal.name]
    raw = proposal.inner_arguments if proposal.inner_arguments is not None else call.raw
    shapes = proposal.arguments_map or _as_is
    try:
        contract = tools.contract(tool.name)
        if raw is not None:
            mended = _read_text(raw, tool, contract, settings, shapes)
        else:
            given: Any = call.arguments  # a model may send a list, or text
            mapped = shapes(given) if isinstance(given, dict) else (tool_names.Mapped(given),)
            mended = _shaped(tool, contract, mapped, settings)
        if isinstance(mended, Broken):
            return mended
        lost = None
        if proposal.strict_arguments:
            lost = _lost_argument(contract, mended.arguments, tool.name)
        elif tool.effect == "write":
            lost = ignored_key(contract, mended.arguments, tool.name)
        if lost is not None:
            return Broken(f"{tool.name} knows no {lost}")
    except UnusableSchemaError as error:
        return Broken(f"the schema of {tool.name} cannot be applied: {error}")
    return replace(mended, rules=("tool-name", *mended.rules))


def _lost_argument(contract: Contract, arguments: JsonObject, tool: str) -> str | None:
    """An argument that asks for something and that the tool would ignore."""
    for found in contract.undeclared(arguments):
        holder = found.instance
        if not isinstance(holder, dict):
            continue
        declared = contract.settle(found.node, holder).properties
        if not tool_names.asks_nothing(found.name, holder[found.name], tool, declared):
            return found.name
    return None


def _declared_keys(contract: Contract) -> frozenset[str]:
    """Every property name the schema declares, at any depth."""
    names: set[str] = set()
    todo: list[Any] = [contract.root.root]
    while todo and len(names) < MOST_KEYS:
        here = todo.pop()
        if isinstance(here, dict):
            if isinstance(here.get("properties"), dict):
                names.update(here["properties"])
            todo.extend(here.values())
        elif isinstance(here, list):
            todo.extend(here)
    return frozenset(names)
