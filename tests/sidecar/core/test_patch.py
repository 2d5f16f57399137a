"""RFC 6902 edits: what they do, that the original stays, and how a path is written."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sidecar.core.patch import Patch, add, apply, dotted, move, pointer, remove, replace, value_at

ROOT: Any = {"a": 1, "b": {"c": [1, 2, 3]}, "d": [{"e": 1}, {"e": 2}]}

CASES: list[Any] = [
    pytest.param((), ROOT, id="no edit"),
    pytest.param((add(("z",), 9),), {**ROOT, "z": 9}, id="a key is added"),
    pytest.param((remove(("a",)),), {"b": ROOT["b"], "d": ROOT["d"]}, id="a key is removed"),
    pytest.param((replace((), [1]),), [1], id="the whole is replaced"),
    pytest.param((replace(("b", "c", 1), 9),), {**ROOT, "b": {"c": [1, 9, 3]}}, id="an item is replaced"),
    pytest.param((add(("b", "c", 3), 4),), {**ROOT, "b": {"c": [1, 2, 3, 4]}}, id="an item is appended"),
    pytest.param((remove(("b", "c", 0)),), {**ROOT, "b": {"c": [2, 3]}}, id="an item is removed"),
    pytest.param(
        (move(("d", 0, "e"), ("d", 0, "f")), move(("d", 1, "e"), ("d", 1, "f"))),
        {**ROOT, "d": [{"f": 1}, {"f": 2}]},
        id="a key is renamed in each item",
    ),
    pytest.param(
        (add(("n",), [{}]), move(("a",), ("n", 0, "a"))),
        {"b": ROOT["b"], "d": ROOT["d"], "n": [{"a": 1}]},
        id="a key moves into something new",
    ),
    pytest.param(
        (move(("a",), ("b",)),), {"b": 1, "d": ROOT["d"]}, id="a value under the new name gives way"
    ),
]


@pytest.mark.parametrize(("patch", "want"), CASES)
def test_apply(patch: Patch, want: Any) -> None:
    before = copy.deepcopy(ROOT)
    assert apply(ROOT, patch) == want
    assert before == ROOT


def test_a_renamed_key_keeps_its_place() -> None:
    assert list(apply({"x": 1, "y": 2, "z": 3}, (move(("y",), ("w",)),)) or ()) == ["x", "w", "z"]


def test_the_values_of_a_patch_are_not_changed_by_its_later_edits() -> None:
    inserted: list[Any] = [{}]
    patch = (add(("n",), inserted), replace(("n", 0), 5), add(("n", 1), 6))
    assert apply({}, patch) == {"n": [5, 6]}
    assert inserted == [{}]


def test_what_is_not_reached_is_shared() -> None:
    changed: Any = apply(ROOT, (replace(("b", "c", 0), 9),))
    assert changed["d"] is ROOT["d"]
    assert changed["b"]["c"] is not ROOT["b"]["c"]


@pytest.mark.parametrize(
    "edit",
    [
        remove(("nope",)),
        remove(("b", "c", 7)),
        move(("nope",), ("a",)),
        move(("b", "c", 0), ("b", "c", 1)),
        replace(("a", "b"), 1),
        add(("nope", "x"), 1),
    ],
)
def test_an_edit_that_does_not_fit_raises(edit: Any) -> None:
    with pytest.raises((LookupError, TypeError)):
        apply(ROOT, (edit,))


def test_paths_are_written_as_pointers_and_as_pi_writes_them() -> None:
    assert pointer(("a/b", 0, "m~n")) == "/a~1b/0/m~0n"
    assert pointer(()) == ""
    assert dotted(("edits", 0, "oldText")) == "edits.0.oldText"
    assert dotted(()) == "root"


def test_value_at() -> None:
    assert value_at(ROOT, ("d", 1, "e")) == 2
    with pytest.raises(LookupError):
        value_at(ROOT, ("d", 5))
