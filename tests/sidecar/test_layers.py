"""Who may import what: core ← recovery, results, commands ← rpc ← __main__, and one owner a library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sidecar

HOME = Path(sidecar.__path__[0])
FILES = sorted(HOME.rglob("*.py"))
NAMES = [file.relative_to(HOME).as_posix() for file in FILES]
OWNERS = {
    "httpx": ("recovery/client.py",),
    "jsonrpcserver": ("rpc/",),
    "jsonschema": ("core/schema.py",),
    "platformdirs": ("paths.py",),
    "sqlite3": ("journal", "state_db.py"),
}
IMPURE = {"asyncio", "logging", "os", "pathlib", "random", "socket", "subprocess", "tempfile", "time"}
CORE_LAYERS = ("blocks", "patch", "schema", "rules", "repair")


def imported(name: str) -> Iterator[str]:
    """Every module a file imports, with relative names written out: `sidecar.core.patch`."""
    package = ["sidecar", *name.split("/")[:-1]]
    for node in ast.walk(ast.parse((HOME / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def inside(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@pytest.mark.parametrize("name", NAMES)
def test_a_library_has_one_owner(name: str) -> None:
    for module in imported(name):
        owners = OWNERS.get(module.split(".")[0])
        assert owners is None or name.startswith(owners), f"{module} belongs to {owners}"


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("core/")])
def test_the_core_is_pure_and_knows_nobody_above_it(name: str) -> None:
    for module in imported(name):
        assert module.split(".")[0] not in IMPURE
        assert not inside(module, "sidecar") or module == "sidecar" or inside(module, "sidecar.core"), module


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name.startswith("core/rules/") and not name.endswith("__init__.py")]
)
def test_a_rule_imports_no_rule_and_nothing_that_runs_rules(name: str) -> None:
    for module in imported(name):
        assert not inside(module, "sidecar.core.rules"), module
        assert not inside(module, "sidecar.core.repair"), module


@pytest.mark.parametrize("layer", CORE_LAYERS)
def test_a_layer_of_the_core_imports_no_later_one(layer: str) -> None:
    later = CORE_LAYERS[CORE_LAYERS.index(layer) + 1 :]
    mine = [name for name in NAMES if name.startswith((f"core/{layer}.py", f"core/{layer}/"))]
    assert mine
    for name in mine:
        for module in imported(name):
            assert not any(inside(module, f"sidecar.core.{other}") for other in later), (name, module)


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name.startswith(("recovery/", "results/", "commands/"))]
)
def test_the_middle_knows_no_wire(name: str) -> None:
    assert not any(inside(module, "sidecar.rpc") for module in imported(name))
