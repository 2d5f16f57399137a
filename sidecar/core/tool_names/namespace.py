"""`read_graph` → `mcp__memory__read_graph`, `mcp__any__echo` → `echo`: a server's name more or less."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.pi_tools import is_pis
from sidecar.core.proposals.proposal import Cost

from .actions import ACTIONS
from .clean import FIRST_FOREIGN
from .index import own_segments, segments, spelling
from .proposal import Asked, NameProposal


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        if found := asked.index.by_suffix.get(spelling(variant)):
            if len(found) == 1 and not _is_action_of_a_writer(variant, found[0], asked):
                yield NameProposal(found[0], Cost.KNOWN, "name-namespace", strict_arguments=True)
            return
    for variant in asked.variants:
        if " " in variant or FIRST_FOREIGN.search(variant) or segments(variant)[:1] != ["mcp"]:
            continue
        parts = own_segments(variant)
        if any(plain(part) in asked.index.servers for part in parts[:-1]):
            return  # that server is there, and has no such tool
        for start in range(1, len(parts)):
            if found := asked.index.by_spelling.get(spelling("_".join(parts[start:]))):
                if len(found) == 1 and not _is_pis(found[0], asked):
                    yield NameProposal(found[0], Cost.LIKELY, "name-namespace", strict_arguments=True)
                return


def _is_pis(name: str, asked: Asked) -> bool:
    """Whether the tool is pi's own: these come from no server, so who names one means another tool."""
    tool = asked.tools.get(name)
    return tool is not None and is_pis(tool)


def _is_action_of_a_writer(name: str, found: str, asked: Asked) -> bool:
    """Whether `name` is an action alone (`delete`): too little to choose a server's writing tool by."""
    tool = asked.tools.get(found)
    return plain(name) in ACTIONS and (tool is None or tool.effect != "read")
