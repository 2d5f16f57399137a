"""Everything against a floor of the same run: a table, the same as JSON, status 1 where a bar is missed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import ModuleType

from . import (
    bridge,
    clean_text,
    corpus,
    doubling,
    journal,
    many_tools,
    memory,
    rule_repair,
    start,
    table,
    valid_call,
)

ALL: tuple[ModuleType, ...] = (
    valid_call,
    many_tools,
    rule_repair,
    bridge,
    start,
    memory,
    clean_text,
    doubling,
    corpus,
    journal,
)
NAMES = {module.__name__.rpartition(".")[2]: module for module in ALL}


def _module(name: str) -> ModuleType:
    if name != "peers":
        return NAMES[name]
    from . import peers  # not before it is asked for: it needs the tests' packages

    return peers


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}, peers; none: all but peers"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", default="bench.json", help="written too (%(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=1500, help="samples of each request (%(default)s)")
    options = parser.parse_args()
    if unknown := set(options.names) - NAMES.keys() - {"peers"}:
        parser.error(f"no measurement is called {', '.join(sorted(unknown))}")
    where = table.machine()
    print(", ".join(f"{name} {value}" for name, value in where.items()), f", load {table.load()}", sep="")
    rows: list[table.Row] = []
    for name in options.names or NAMES:
        for row in _module(name).rows(options.rounds):
            rows.append(row)
            print("  ".join(cell for cell in row.cells() if cell), file=sys.stderr, flush=True)
    print(table.show(rows))
    table.write(options.json, rows, {**where, "load": table.load()})
    missed = [row.what for row in rows if row.ok is False]
    if missed:
        print(f"missed: {', '.join(missed)}")
    elif any(row.ok for row in rows):
        print("every bar is held")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
