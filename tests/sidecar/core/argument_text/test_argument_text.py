"""Every table of cases/argument_text, and the host's error text."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.argument_text import Read, Reading, raw_of, read, readers
from sidecar.core.schema.contract import contract
from tests.places import CASES

TABLES = CASES / "argument_text"


def declared(schema: Any) -> frozenset[str]:
    """Property names at every depth."""
    if isinstance(schema, list):
        return frozenset().union(*map(declared, schema))
    if not isinstance(schema, dict):
        return frozenset()
    own = schema.get("properties", {})
    return frozenset(own).union(*map(declared, schema.values()))


def read_for(schema: Any, text: str) -> Reading:
    fits: Callable[[Any], bool] = lambda arguments: not contract(schema).hard_violations(arguments)  # noqa: E731
    return read(text, fits, declared(schema))


def outcome(reading: Reading) -> str:
    return type(reading).__name__.lower()


def cases(kind: str) -> Iterator[Any]:
    for path in sorted(TABLES.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in table[kind]:
            schema = json.loads(case.get("schema", table["schema"]))
            yield pytest.param(schema, case["given"], case["want"], id=f"{path.stem}: {case['name']}")


@pytest.mark.parametrize(("schema", "given", "want"), list(cases("repairs")))
def test_repairs(schema: Any, given: str, want: str) -> None:
    reading = read_for(schema, given)
    assert isinstance(reading, Read), reading
    assert json.dumps(reading.arguments) == json.dumps(json.loads(want))


@pytest.mark.parametrize(("schema", "given", "want"), list(cases("keeps")))
def test_keeps(schema: Any, given: str, want: str) -> None:
    reading = read_for(schema, given)
    assert outcome(reading) == want, reading


def test_every_reader_is_asked() -> None:
    files = {path.stem for path in Path(readers.__file__).parent.glob("[a-z]*.py")}
    assert files == {reader.__module__.rpartition(".")[2] for reader in readers.READERS}


def test_every_table_keeps_as_much_as_it_repairs() -> None:
    for path in TABLES.glob("*.toml"):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        assert len(table["keeps"]) >= len(table["repairs"]), path.stem


def test_valid_json_takes_no_step() -> None:
    assert read('{"a": 1}', lambda arguments: True, frozenset()) == Read({"a": 1}, ())


def test_every_step_is_named() -> None:
    reading = read("```json\n{'a': True,}\n```", lambda arguments: True, frozenset({"a"}))
    assert isinstance(reading, Read)
    assert set(reading.steps) == {"drop-fence", "read-single-quotes", "read-word", "drop-comma"}


def test_the_raw_text_begins_at_the_first_mark() -> None:
    mark = "\n\nReceived arguments:\n"
    assert raw_of(f"Unexpected token{mark}{{a{mark}b") == f"{{a{mark}b"
    assert raw_of("no such error") is None
