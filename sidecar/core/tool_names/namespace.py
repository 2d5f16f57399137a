"""`read_graph` → `mcp__memory__read_graph`, `anyserver.echo` → `echo`: a namespace more or less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.core.names.qualifiers import qualifies
from sidecar.core.names.words import plain, words
from sidecar.core.proposals.proposal import Cost

from .clean import FIRST_FOREIGN
from .gate import tool_reads
from .index import own_segments, spelling
from .proposal import Asked, NameProposal
from .vocabulary import READ_VERBS, VERBS

# Words for another place, or for a dry run: without the word the call runs here, and for real.
_OTHER_PLACES = frozenset(
    "browser cloud container dev docker draft fake guest k8s kubernetes memory mock note notes notion pod"
    " prod production readonly rehearsal safe sandbox ssh staging stub temp tmp vm wsl".split()
)


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        if found := asked.index.by_suffix.get(spelling(variant)):
            if len(found) == 1 and not _is_lone_verb(asked, variant, found[0]):
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
                if len(found) == 1 and not _elsewhere(asked, parts[:start], found[0]):
                    yield NameProposal(found[0], Cost.LIKELY, "name-namespace", strict_arguments=True)
                return


def _elsewhere(asked: Asked, namespace: Sequence[str], tool: str) -> bool:
    """Whether dropping the namespace would make a writing tool act elsewhere or for real: `sandbox.bash`."""
    found = asked.tools.get(tool)
    if found is not None and tool_reads(found):
        return False
    return any(set(words(part)) & (_OTHER_PLACES | READ_VERBS) or qualifies(part, part) for part in namespace)


def _is_lone_verb(asked: Asked, name: str, tool: str) -> bool:
    """Whether `name` is just a verb (`delete`): too little to choose a server's writing tool by."""
    found = asked.tools.get(tool)
    return plain(name) in VERBS and (found is None or not tool_reads(found))
