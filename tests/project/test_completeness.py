"""Each repair rule is one file, one line in the order, and one table that says what it leaves alone."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

import sidecar.core.rules
from sidecar.core.proposals.proposal import Rule
from sidecar.core.rules import RULES
from tests.places import CASES

TABLES = CASES / "rules"
MODULES = sorted(
    file.stem for file in Path(sidecar.core.rules.__path__[0]).glob("*.py") if file.stem != "__init__"
)


def test_the_order_names_every_rule_once() -> None:
    assert sorted(rule.name.replace("-", "_") for rule in RULES) == MODULES


def test_no_table_without_its_rule() -> None:
    assert sorted(file.stem for file in TABLES.glob("*.toml")) == MODULES


@pytest.mark.parametrize("name", MODULES)
def test_a_rule_is_named_as_its_module(name: str) -> None:
    module = importlib.import_module(f"sidecar.core.rules.{name}")
    rule = getattr(module, name)
    assert isinstance(rule, Rule)
    assert rule in RULES
    assert rule.name == name.replace("_", "-")


@pytest.mark.parametrize("name", MODULES)
def test_the_first_docstring_line_says_before_and_after(name: str) -> None:
    module = importlib.import_module(f"sidecar.core.rules.{name}")
    first = (module.__doc__ or "").splitlines()[0]
    assert "→" in first
    assert first.endswith(".")


@pytest.mark.parametrize("name", MODULES)
def test_a_table_keeps_at_least_as_much_as_it_repairs(name: str) -> None:
    table = tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))
    assert 0 < len(table["repairs"]) <= len(table["keeps"])
    sentences = [case["name"] for case in (*table["repairs"], *table["keeps"])]
    assert len(set(sentences)) == len(sentences)
