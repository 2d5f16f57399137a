"""`"<tool_call>…</tool_call>"` in text → a toolCall block: leaked calls, each judged like any other.

A leak that cannot be made valid leaves its text exactly as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import grammars
from .blocks import JsonObject, LeftAsText, RepairRecord, ToolCall
from .call import Broken, Kept, Settings, judge
from .summary import summarise
from .toolset import Toolset


@dataclass(frozen=True, slots=True)
class Unleaked:
    """`content` with the accepted calls as blocks at its end. `records` are theirs; `left`: the others."""

    content: list[JsonObject]
    records: tuple[RepairRecord, ...] = ()
    left: tuple[LeftAsText, ...] = ()


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
    extraction = grammars.extract(content, tools, settings.grammar, shown)
    native = {str(block.get("id")) for block in content if block.get("type") == "toolCall"}
    accepted: set[grammars.Place] = set()
    blocks: list[JsonObject] = []
    records: list[RepairRecord] = []
    left = [
        LeftAsText(each.name, each.arguments, each.grammar, each.reason, each.shown)
        for each in extraction.refused
    ]
    for leaked in extraction.calls:
        if leaked.duplicate:
            continue
        verdict = judge(ToolCall("", leaked.name, leaked.arguments), tools, settings)
        if isinstance(verdict, Broken):
            left.append(LeftAsText(leaked.name, leaked.arguments, leaked.grammar, verdict.reason))
            continue
        mended = None if isinstance(verdict, Kept) else verdict
        name = mended.name if mended else leaked.name
        arguments = mended.arguments if mended else leaked.arguments
        call_id = next(each for each in ids if each not in native)
        accepted.add(leaked.place)
        blocks.append({"type": "toolCall", "id": call_id, "name": name, "arguments": arguments})
        note = f"written as text ({leaked.grammar})"
        records.append(
            RepairRecord(
                id=call_id,
                tool=name,
                stage="grammar",
                rules=(leaked.grammar, *(mended.rules if mended else ())),
                before={"name": leaked.name, "arguments": leaked.arguments},
                after={"name": name, "arguments": arguments},
                summary=summarise(leaked.name, name, mended.steps if mended else (), (note,)),
            )
        )
    return Unleaked([*extraction.cut(accepted), *blocks], tuple(records), tuple(left))
