"""`"<tool_call>…</tool_call>"` in text → a toolCall block: leaked calls, each judged like any other.

A call with markers becomes a block also where its arguments do not fit an active tool: then pi's error
reaches the model, which can try again. Any other leak that cannot be made valid leaves its text exactly as it
was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from . import grammars
from .blocks import JsonObject, LeftAsText, RepairRecord, ToolCall
from .call import Broken, Kept, Settings, judge
from .grammars.reader import AFTER_REFUSED, LeakedCall
from .summary import summarise
from .tool_names import candidates
from .toolset import Toolset


@dataclass(frozen=True, slots=True)
class Unleaked:
    """`content` with the accepted calls as blocks at its end. `records`: of those that fit.

    `unfit`: the ids of the calls that no rule made fit. `left`: the calls that stay text.
    """

    content: list[JsonObject]
    records: tuple[RepairRecord, ...] = ()
    unfit: frozenset[str] = frozenset()
    left: tuple[LeftAsText, ...] = ()


def would_run(
    content: Sequence[JsonObject], tools: Toolset, settings: Settings, shown: grammars.Shown | None
) -> list[LeftAsText]:
    """The calls in text that would become blocks if grammar were on. Nothing is changed."""
    reading = replace(settings, grammar=replace(settings.grammar, enabled=True, mode="recover"))
    made = unleak(content, tools, reading, shown, (f"unread{number}" for number in count()))
    fit = [LeftAsText(each.tool, dict(each.after["arguments"]), each.rules[0], "") for each in made.records]
    unfit = [block for block in made.content if block.get("id") in made.unfit]
    return [*fit, *(LeftAsText(block["name"], block["arguments"], "", "") for block in unfit)]


def unleak(
    content: Sequence[JsonObject],
    tools: Toolset,
    settings: Settings,
    shown: grammars.Shown | None,
    ids: Iterator[str],
) -> Unleaked:
    """The content of one assistant message with what leaked put right. `shown`: what the model was given.

    Each call that is made takes the next of `ids` that no other call of the message has.
    """
    if grammars.is_clean(content, settings.grammar):
        return Unleaked(list(content))
    declared = tools

    def mended(name: str, arguments: Mapping[str, Any]) -> tuple[str, JsonObject] | None:
        call = ToolCall("", name, dict(arguments), leaked=True)
        verdict = judge(call, declared, settings)
        if isinstance(verdict, Broken):
            return None
        return (name, call.arguments) if isinstance(verdict, Kept) else (verdict.name, verdict.arguments)

    tools = tools.knowing(_meanings if settings.allows("tool-name", "") else None, mended)
    extraction = grammars.extract(content, tools, settings.grammar, shown)
    native = {str(block.get("id")) for block in content if block.get("type") == "toolCall"}
    accepted: set[grammars.Place] = set()
    blocks: list[JsonObject] = []
    records: list[RepairRecord] = []
    unfit: set[str] = set()
    left: list[LeftAsText] = []
    for leaked in extraction.calls:
        if leaked.duplicate:
            continue
        verdict = judge(ToolCall("", leaked.name, leaked.arguments, leaked=True), tools, settings)
        name, arguments = leaked.name, leaked.arguments
        if isinstance(verdict, Broken):
            # beside native calls the turn goes on, and the text may be the shadow of one of them
            reached = _reached(leaked, tools, settings) if not native else None
            if reached is None or left:
                left.append(_left(leaked, AFTER_REFUSED if left else verdict.reason))
                continue
            name = reached
        elif left:
            left.append(_left(leaked, AFTER_REFUSED))
            continue
        elif not isinstance(verdict, Kept):
            name, arguments = verdict.name, verdict.arguments
        call_id = next(each for each in ids if each not in native)
        accepted.add(leaked.place)
        blocks.append({"type": "toolCall", "id": call_id, "name": name, "arguments": arguments})
        if isinstance(verdict, Broken):
            unfit.add(call_id)
            continue
        changed = None if isinstance(verdict, Kept) else verdict
        note = f"written as text ({leaked.grammar})"
        records.append(
            RepairRecord(
                id=call_id,
                tool=name,
                stage="grammar",
                rules=(leaked.grammar, *(changed.rules if changed else ())),
                before={"name": leaked.name, "arguments": leaked.arguments},
                after={"name": name, "arguments": arguments},
                summary=summarise(
                    leaked.name, name, changed.steps if changed else (), (note,), leaked.arguments
                ),
            )
        )
    refused = [
        LeftAsText(each.name, each.arguments, each.grammar, each.reason, each.shown)
        for each in extraction.refused
        if not extraction.is_gone((each.block_index, each.span), accepted)
    ]
    made = [*extraction.cut(accepted), *blocks]
    return Unleaked(made, tuple(records), frozenset(unfit), (*left, *refused))


def _left(leaked: LeakedCall, reason: str) -> LeftAsText:
    return LeftAsText(leaked.name, leaked.arguments, leaked.grammar, reason)


def _meanings(name: str, tools: Toolset, arguments: Mapping[str, Any] | None) -> Sequence[str]:
    """The active tools that an odd name may mean, all as surely."""
    meant = list(candidates(name, tools, arguments))
    return [each.name for each in meant if each.cost == meant[0].cost]


def _reached(leaked: LeakedCall, tools: Toolset, settings: Settings) -> str | None:
    """The name for a call that does not fit; None where it stays text.

    It has its tool's name where pi rejects the arguments under that name too: then the error is about them.
    """
    if leaked.grammar == grammars.BARE:
        return None
    if tools.get(leaked.name) is not None:
        return leaked.name
    meant = tools.meant(leaked.name, leaked.arguments)
    if len(meant) == 1:
        (name,) = meant
        if isinstance(judge(ToolCall("", name, leaked.arguments, leaked=True), tools, settings), Broken):
            return name
    return leaked.name if meant else None
