"""What `scripts/template` prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from sidecar.core.blocks import Tool
from sidecar.core.grammars import GRAMMARS, Grammar, Leak, name_of
from sidecar.core.toolset import Toolset

from .amount import row, source
from .render import FIRST, SECOND, Probe, read_template

TOOLS = Toolset(
    Tool(probe.name, {"type": "object", "properties": {key: {"type": "string"} for key in probe.arguments}})
    for probe in (FIRST, SECOND)
)


def report(path: Path) -> str | None:
    """Print the row of the template at `path`. What went wrong is returned."""
    template = read_template(path)
    one, two = template.calls([FIRST]), template.calls([FIRST, SECOND])
    if one is None:
        return f"template: {path} renders no tool call"
    found = row(re.sub(r"\W+", "-", path.stem.lower()).strip("-"), one, two, template.ending())
    for said in (one, two):
        print(f"# renders {said!r}" if said is not None else "# renders one call a message")
    readers = [name_of(grammar) for grammar in GRAMMARS if reads(grammar, one, [FIRST])]
    print(f"# read today as: {', '.join(readers) or 'nothing'}")
    if found is None:
        return f"template: the calls of {path} are no row; their format needs a module"
    if not reads(found, one, [FIRST]) or (two is not None and not reads(found, two, [FIRST, SECOND])):
        print("# this row does not read what it was made from: look at it before you use it")
    print(source(found))
    return None


def reads(grammar: Grammar, text: str, probes: Sequence[Probe]) -> bool:
    """Whether the grammar alone reads exactly these calls."""
    calls: list[Leak] = []
    here = 0
    opener = re.compile(grammar.OPENER)
    while (opened := opener.search(text, here)) is not None:
        block = grammar.extract(text, opened.start(), TOOLS)
        calls += block.leaks if block is not None and block.whole else ()
        here = max(opened.start() + 1, block.span[1] if block is not None else 0)
    return [(call.name, call.arguments) for call in calls] == [(each.name, each.arguments) for each in probes]
