"""`write_tool`, `call_write` → `write`; `weather` → `weather_api`: a word that only says "tool"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.names.words import plain, words
from sidecar.core.proposals.proposal import Cost

from .affixes import OTHER_MEANING, PLAINLY_GENERIC_LAST, VERSION_WORD
from .gate import crosses
from .index import core, spelling
from .proposal import Asked, NameProposal

_FIRST_VERSION = re.compile(r"[._-]v1$", re.IGNORECASE)
_VERSION = re.compile(VERSION_WORD)


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        if plain(variant) in OTHER_MEANING:
            return
        bare = core(variant)
        found = asked.index.by_core.get(spelling("_".join(bare)), ())
        said = words(variant)
        names = [name for name in found if bare == said or core(name) == words(name)]
        if len(names) == 1 and len(found) == 1:
            tool = asked.tools.get(names[0])
            if tool is not None and not crosses("_".join(bare), tool):
                plainly = bare == said[:-1] and said[-1] in PLAINLY_GENERIC_LAST
                cost = Cost.KNOWN if plainly else Cost.LIKELY
                yield NameProposal(names[0], cost, "name-generic-word", strict_arguments=not plainly)
            return
    yield from _first_version(asked)


def _first_version(asked: Asked) -> Iterator[NameProposal]:
    """`cp_v1` → `cp`, where no other version of `cp` is active."""
    for variant in asked.variants:
        if not (cut := _FIRST_VERSION.search(variant)):
            continue
        found = asked.index.by_spelling.get(spelling(variant[: cut.start()]), ())
        if len(found) == 1 and not versions(asked, found[0]):
            yield NameProposal(found[0], Cost.LIKELY, "name-version", strict_arguments=True)
            return


def versions(asked: Asked, name: str) -> list[str]:
    """Active tools that are `name` and a version word."""
    mine = words(name)
    near = asked.index.vocabulary.get(mine[0], ()) if mine else ()
    return [
        other
        for other in near
        if (theirs := words(other))[: len(mine)] == mine
        and theirs[len(mine) :]
        and _VERSION.fullmatch("".join(theirs[len(mine) :]))
    ]
