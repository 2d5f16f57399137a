"""`read_graph` → `mcp__memory__read_graph`, `anyserver.echo` → `echo`: a namespace more or less."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.proposal import Cost
from sidecar.core.words import plain

from .clean import FIRST_FOREIGN
from .gate import tool_reads
from .index import own_segments, spelling
from .proposal import Asked, NameProposal
from .vocabulary import VERBS


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        if found := asked.index.by_suffix.get(spelling(variant)):
            if len(found) == 1 and not _bare_deed(asked, variant, found[0]):
                yield NameProposal(found[0], Cost.KNOWN, "name-namespace", strict_arguments=True)
            return
    for variant in asked.variants:
        if " " in variant or FIRST_FOREIGN.search(variant):
            continue
        parts = own_segments(variant)
        if any(plain(part) in asked.index.servers for part in parts[:-1]):
            return  # that server is there, and has no such tool
        for start in range(1, len(parts)):
            if found := asked.index.by_spelling.get(spelling("_".join(parts[start:]))):
                if len(found) == 1:
                    yield NameProposal(found[0], Cost.LIKELY, "name-namespace", strict_arguments=True)
                return


def _bare_deed(asked: Asked, name: str, tool: str) -> bool:
    """A lone verb (`delete`) says too little to pick a server's tool that changes things."""
    found = asked.tools.get(tool)
    return plain(name) in VERBS and (found is None or not tool_reads(found))
