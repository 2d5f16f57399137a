"""`read_1_2345`, `bash_0`, `bash(1)` → `read`, `bash`: the number of the call behind the name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.names.words import plain
from sidecar.core.pi_tools import is_pis
from sidecar.core.proposals.proposal import Cost

from .clean import LONGEST_NAME, variants
from .index import spelling
from .proposal import Asked, NameProposal

# The number of the call alone may belong to the name (`log_10`); with an id behind it, or in brackets, not.
_NUMBER = re.compile(r"[._-]\d{1,3}$")
_NUMBER_AND_ID = re.compile(r"(?:[._-]\d{1,3}[._-]\d{3,}|\(\d{1,3}\))$")


def propose(asked: Asked) -> Iterator[NameProposal]:
    name = asked.name[:LONGEST_NAME].strip()
    sure = _NUMBER_AND_ID.search(name)
    cut = sure or _NUMBER.search(name)
    for step, variant in enumerate(variants(name[: cut.start()]) if cut else ()):
        found = asked.index.by_spelling.get(spelling(variant), ())
        # a step: a host has put its words around the name
        is_call = len(found) == 1 and bool(sure or step or _is_pis(found[0], asked))
        if is_call and not _is_one_of_several(found[0], asked):
            yield NameProposal(found[0], Cost.KNOWN, "name-number", strict_arguments=True)
        if found:
            return


def _is_pis(name: str, asked: Asked) -> bool:
    tool = asked.tools.get(name)
    return tool is not None and is_pis(tool)


def _is_one_of_several(tool: str, asked: Asked) -> bool:
    """Whether numbers tell tools apart here: `search_2` is no call of `search` where `search_1` is active."""
    bare = plain(tool)
    return any(
        theirs.startswith(bare) and theirs[len(bare) :].isdigit() for theirs in map(plain, asked.index.names)
    )
