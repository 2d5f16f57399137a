"""Who may import whom. An arrow points down, never up or sideways."""

from __future__ import annotations

import ast

import pytest

from tests.places import SIDECAR
from tests.project.imports import (
    BRIDGE,
    PYTHON,
    TYPESCRIPT,
    circles,
    modules,
    python_graph,
    python_imports,
    typescript_graph,
)

# Lowest first. Rooms of one tier do not import each other.
TIERS = (
    ("errors.py", "paths.py", "files"),
    ("core",),
    ("settings", "state", "results", "recovery"),
    ("session",),
    ("commands", "audit"),
    ("cli", "rpc"),
    ("__main__.py",),
)
CORE_TIERS = (
    ("blocks.py", "checks.py", "faults.py", "printable.py", "spelling.py", "strict_json.py"),
    ("budget.py", "patch.py", "shapes.py", "values.py", "wire.py"),
    ("schema", "names", "prose", "envelopes.py", "literals.py", "pi_tools.py"),
    ("toolset.py", "proposals", "violation_text.py"),
    ("rules", "argument_text", "tool_names", "grammars", "learned", "edits"),
    ("search",),
    ("asking.py", "call.py", "phantom.py", "requests", "summary.py"),
    ("leaks.py",),
    ("message.py",),
)
BRIDGE_TIERS = (
    ("protocol.ts",),
    ("python", "sidecar", "pi"),
    ("session",),
    ("drawing",),
    ("commands", "events"),
    ("index.ts",),
)
OWNERS = {
    "asyncio": ("cli/", "recovery/", "rpc/", "session/"),
    "httpx": ("recovery/backends/",),
    "jsonrpcserver": ("rpc/",),
    "jsonschema": ("core/schema/",),
    "platformdirs": ("paths.py",),
    "sqlite3": ("state/",),
}
IMPURE = {"asyncio", "logging", "os", "pathlib", "random", "socket", "subprocess", "tempfile", "time"}


def tier_of(name: str, tiers: tuple[tuple[str, ...], ...], room: str = "") -> tuple[int, str]:
    """The tier of a file and its room in it. Every file has one."""
    first = name.removeprefix(room).split("/")[0]
    for number, rooms in enumerate(tiers):
        if first in rooms:
            return number, first
    raise AssertionError(f"{name} is in no room: {tiers}")


def breaches(graph: dict[str, set[str]], tiers: tuple[tuple[str, ...], ...], room: str = "") -> list[str]:
    found = []
    for name, imported in graph.items():
        mine, here = tier_of(name, tiers, room)
        for other in imported:
            theirs, there = tier_of(other, tiers, room)
            if here != there and theirs >= mine:
                found.append(f"{name} → {other}")
    return sorted(found)


def test_rooms_import_downwards_only() -> None:
    graph = {
        name: {other for other in imported if other != "__init__.py"}
        for name, imported in python_graph().items()
        if name != "__init__.py"
    }
    assert breaches(graph, TIERS) == []


def test_rooms_of_the_core_import_downwards_only() -> None:
    graph = {
        name: {other for other in imported if other.startswith("core/") and other != "core/__init__.py"}
        for name, imported in python_graph().items()
        if name.startswith("core/") and name != "core/__init__.py"
    }
    assert breaches(graph, CORE_TIERS, "core/") == []


def test_rooms_of_the_bridge_import_downwards_only() -> None:
    assert breaches(dict(typescript_graph()), BRIDGE_TIERS) == []


def test_no_two_files_import_each_other() -> None:
    assert circles(python_graph()) == []
    assert circles(typescript_graph()) == []


def test_a_circle_would_be_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_few_files_at_the_roots() -> None:
    assert {path.name for path in SIDECAR.glob("*.py")} == {
        "__init__.py",
        "__main__.py",
        "errors.py",
        "paths.py",
    }
    assert {path.name for path in BRIDGE.glob("*.ts")} == {"index.ts", "protocol.ts"}


@pytest.mark.parametrize("name", PYTHON)
def test_a_library_has_one_owner(name: str) -> None:
    for module in modules(name):
        owners = OWNERS.get(module.split(".")[0])
        assert owners is None or name.startswith(owners), f"{module} belongs to {owners}"


@pytest.mark.parametrize("name", [name for name in PYTHON if name.startswith("core/")])
def test_the_core_is_pure(name: str) -> None:
    assert not {module.split(".")[0] for module in modules(name)} & IMPURE


@pytest.mark.parametrize("name", PYTHON)
def test_imports_are_relative_in_a_package_and_absolute_across(name: str) -> None:
    package = ".".join(["sidecar", *name.split("/")[:-1]])
    for node in python_imports(name):
        if not isinstance(node, ast.ImportFrom):
            continue
        assert node.level < 2, f"line {node.lineno}: two dots; write sidecar.…"
        if node.level == 0 and node.module is not None and package != "sidecar":
            inside = node.module == package or node.module.startswith(package + ".")
            assert not inside, f"line {node.lineno}: write it relative"


@pytest.mark.parametrize("name", [name for name in PYTHON if name.startswith("core/rules/")])
def test_a_rule_imports_no_rule(name: str) -> None:
    if not name.endswith("__init__.py"):
        assert not [other for other in python_graph()[name] if other.startswith("core/rules/")]


def test_typescript_is_read() -> None:
    assert len(TYPESCRIPT) > 30
    assert "session/session.ts" in typescript_graph()["index.ts"]
