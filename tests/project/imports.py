"""Source files → who imports whom, in both languages."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.places import ROOT, SIDECAR

BRIDGE = ROOT / "pi-bridge"
PYTHON = sorted(path.relative_to(SIDECAR).as_posix() for path in SIDECAR.rglob("*.py"))
TYPESCRIPT = sorted(
    path.relative_to(BRIDGE).as_posix() for path in BRIDGE.rglob("*.ts") if "vendor" not in path.parts
)
_TS_IMPORT = re.compile(r"""(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)["'](\.[^"']+)["']""", re.M)


def python_imports(name: str) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.walk(ast.parse((SIDECAR / name).read_text("utf-8"))):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node


def modules(name: str) -> Iterator[str]:
    """Every module that a Python file imports, with relative names written out: `sidecar.core.patch`."""
    package = ["sidecar", *name.split("/")[:-1]]
    for node in python_imports(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def python_graph() -> Mapping[str, set[str]]:
    """File → the files it imports, those imported for their types alone included. Packages are no files."""
    files = {_module(name): name for name in PYTHON}
    return {name: {files[each] for each in modules(name) if each in files} - {name} for name in PYTHON}


def typescript_graph() -> Mapping[str, set[str]]:
    return {name: set(_typescript(name)) for name in TYPESCRIPT}


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of files that import each other, however long the way round."""
    reached = {name: _reach(graph, name) for name in graph}
    groups = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in graph
        if name in reached[name]
    }
    return [list(group) for group in sorted(groups)]


def _module(name: str) -> str:
    return ".".join(["sidecar", *Path(name).with_suffix("").parts]).removesuffix(".__init__")


def _typescript(name: str) -> Iterator[str]:
    folder = (BRIDGE / name).parent
    for target in _TS_IMPORT.findall((BRIDGE / name).read_text("utf-8")):
        yield Path(os.path.relpath(os.path.normpath(folder / target), BRIDGE)).as_posix()


def _reach(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    todo = list(graph[start])
    while todo:
        here = todo.pop()
        if here not in seen and here in graph:
            seen.add(here)
            todo.extend(graph[here])
    return seen
