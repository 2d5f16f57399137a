"""Each rule and each grammar is one file, one line in the order and one table with cases that stay."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

from sidecar.core import rules
from sidecar.core.edits import transforms
from sidecar.core.grammars import BARE, GRAMMARS, formats, name_of
from sidecar.core.grammars.leak import Grammar
from sidecar.core.grammars.rows import ROWS
from sidecar.core.proposals.proposal import Rule
from tests.places import CASES


def modules(folder: list[str]) -> list[str]:
    return sorted(file.stem for file in Path(folder[0]).glob("*.py") if file.stem != "__init__")


RULES = modules(rules.__path__)
FORMATS = modules(formats.__path__)
ROW_NAMES = [row.name.replace("-", "_") for row in ROWS]
TRANSFORMS = modules(transforms.__path__)
NAMES = {"rules": RULES, "edits": TRANSFORMS, "grammars": sorted([*FORMATS, *ROW_NAMES, BARE])}


def test_the_order_names_every_rule_once() -> None:
    assert sorted(rule.name.replace("-", "_") for rule in rules.RULES) == RULES


def test_the_order_names_every_grammar_once() -> None:
    assert sorted(name.replace("-", "_") for name, _ in formats.NAMED) == sorted([*FORMATS, *ROW_NAMES])


@pytest.mark.parametrize("kind", NAMES)
def test_no_table_without_its_module(kind: str) -> None:
    assert sorted(file.stem for file in (CASES / kind).glob("*.toml")) == NAMES[kind]


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_named_as_its_module(name: str) -> None:
    rule = getattr(importlib.import_module(f"sidecar.core.rules.{name}"), name)
    assert isinstance(rule, Rule)
    assert rule in rules.RULES
    assert rule.name == name.replace("_", "-")


def test_the_list_names_every_transform_once() -> None:
    assert (
        sorted(name.removeprefix("edit-").replace("-", "_") for name in transforms.TRANSFORMS) == TRANSFORMS
    )


@pytest.mark.parametrize("name", TRANSFORMS)
def test_a_transform_is_named_as_its_module(name: str) -> None:
    module = importlib.import_module(f"sidecar.core.edits.transforms.{name}")
    assert transforms.TRANSFORMS[f"edit-{name.replace('_', '-')}"] is getattr(module, name)


ONE_A_FILE = [*(f"rules.{name}" for name in RULES), *(f"edits.transforms.{name}" for name in TRANSFORMS)]


@pytest.mark.parametrize("name", ONE_A_FILE)
def test_the_first_docstring_line_says_before_and_after(name: str) -> None:
    module = importlib.import_module(f"sidecar.core.{name}")
    first = (module.__doc__ or "").splitlines()[0]
    assert "→" in first
    assert first.endswith(".")


@pytest.mark.parametrize("grammar", [pytest.param(each, id=name_of(each)) for each in GRAMMARS])
def test_a_format_says_its_example_and_its_families(grammar: Grammar) -> None:
    said = formats.about(grammar)
    assert "`" in said
    assert said.endswith(".")


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in NAMES for name in NAMES[kind]])
def test_a_table_keeps_at_least_as_much_as_it_repairs(kind: str, name: str) -> None:
    table = tomllib.loads((CASES / kind / f"{name}.toml").read_text(encoding="utf-8"))
    assert 0 < len(table["repairs"]) <= len(table["keeps"])
    sentences = [case["name"] for case in (*table["repairs"], *table["keeps"])]
    assert len(set(sentences)) == len(sentences)
