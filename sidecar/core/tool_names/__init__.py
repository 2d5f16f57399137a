"""An odd tool name → the active tools it may mean, the surest first.

Nothing is proposed where two tools are as likely. The caller applies each
proposal's map, runs the rules and keeps the cheapest that validates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.proposals.proposal import Cost
from sidecar.core.toolset import Toolset

from . import exact, foreign, namespace, no_name, numbered, word_order
from .call_text import CallText, call_text
from .clean import variants
from .foreign.idle import asks_nothing, switch
from .index import index_of
from .near import nearest_names
from .proposal import ArgumentsMap, Asked, Mapped, NameProposal, Stage
from .wrapper import Inner, envelope, inner, is_wrapper

__all__ = ["ArgumentsMap", "Mapped", "NameProposal", "asks_nothing", "candidates", "nearest", "switch"]

# The first stage with a proposal is the last one asked: an active tool that bears the name is nearer than the
# table of other agents' tools.
STAGES: tuple[Stage, ...] = (
    exact.propose,
    numbered.propose,
    namespace.propose,
    word_order.propose,
    foreign.propose,
    no_name.propose,
)


def candidates(
    name: str, tools: Toolset, arguments: Mapping[str, Any] | None = None
) -> Iterator[NameProposal]:
    """What `name`, no active tool, may mean, by cost. `arguments` are the call's own, None where unreadable.

    Without them a call wrapped in a made-up tool and a call with no name stay what they are.
    """
    if name in tools.active:
        return
    enveloped = None if arguments else envelope(name)
    if enveloped is not None:
        yield from _unwrapped(enveloped, tools)
        return
    written = call_text(name)
    if written is not None:
        if not arguments:
            yield from _written_out(written, tools)
        return
    if is_wrapper(name[:64]) or (arguments and not variants(name)):
        wrapped = inner(arguments) if arguments else None
        if wrapped is not None:
            yield from _unwrapped(wrapped, tools)
            return
    yield from _proposals(_asked(name, tools, arguments))


def nearest(name: str, tools: Toolset, n: int = 3) -> list[str]:
    """Up to `n` active tools that look like `name`, for a hint."""
    return nearest_names(name, index_of(tools), n)


def _asked(name: str, tools: Toolset, arguments: Mapping[str, Any] | None) -> Asked:
    return Asked(name, arguments, tools, index_of(tools), variants(name))


def _proposals(asked: Asked) -> Iterator[NameProposal]:
    if exact.ambiguous(asked):
        return
    found = next((proposed for stage in STAGES if (proposed := [*stage(asked)])), [])
    yielded: set[str] = set()
    for proposal in sorted(found, key=lambda proposal: proposal.cost):
        if proposal.name not in yielded:
            yielded.add(proposal.name)
            yield proposal


def _written_out(written: CallText, tools: Toolset) -> Iterator[NameProposal]:
    for proposal in _named(written.head, tools):
        text = written.arguments_for(proposal.name, tools)
        if text is not None:
            cost = Cost(max(proposal.cost, Cost.KNOWN))
            yield replace(proposal, cost=cost, how="name-call-text", inner_arguments=text)


def _unwrapped(wrapped: Inner, tools: Toolset) -> Iterator[NameProposal]:
    for proposal in _named(wrapped.name, tools):
        cost = Cost(max(proposal.cost, Cost.KNOWN))
        if wrapped.text is not None:
            yield replace(proposal, cost=cost, how="name-wrapper", inner_arguments=wrapped.text)
        elif wrapped.arguments is not None:
            inside = _after(wrapped.arguments, proposal.arguments_map)
            yield replace(proposal, cost=cost, how="name-wrapper", arguments_map=inside)


def _named(name: str, tools: Toolset) -> Iterator[NameProposal]:
    """What the name of an inner call means: an active tool's name, or a known other name of one."""
    if name in tools.active:
        yield NameProposal(name, Cost.EXACT, "name-case")
        return
    yield from _proposals(_asked(name, tools, None))


def _after(arguments: JsonObject, then: ArgumentsMap | None) -> ArgumentsMap:
    """A map that ignores the outer arguments and returns the inner ones, mapped by `then`."""

    def mapped(outer: JsonObject) -> Sequence[Mapped]:
        return (Mapped(arguments),) if then is None else then(arguments)

    return mapped
