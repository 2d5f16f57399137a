"""The wire's two halves: each TypedDict of Python says what the interface of its name in TypeScript says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest

from sidecar.core import wire
from sidecar.rpc import protocol
from tests.places import ROOT

SOURCE = re.sub(r"/\*\*.*?\*/", "", (ROOT / "pi-bridge/protocol.ts").read_text(encoding="utf-8"), flags=re.S)
NAMES = {"OtherBlock": "Block"}  # in Python a union of all blocks is called so
WORDS = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null", Any: "unknown"}
TYPES = {
    NAMES.get(name, name): kind
    for module in (wire, protocol)
    for name, kind in vars(module).items()
    if is_typeddict(kind)
}

Fields = dict[str, tuple[bool, frozenset[str]]]  # by name: required, and the types it may be of


def members(kind: Any) -> Iterator[str]:
    """A type of Python in the words of TypeScript, one for each of a union."""
    if kind == wire.Block:
        yield "Block"
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from members(each)
    elif get_origin(kind) is Literal:
        yield from (f'"{word}"' for word in get_args(kind))
    elif get_origin(kind) is Annotated:
        yield from members(get_args(kind)[0])
    elif get_origin(kind) is list:
        yield f"{joined(members(get_args(kind)[0]))}[]"
    elif get_origin(kind) is dict:
        yield f"Record<string, {joined(members(get_args(kind)[1]))}>"
    else:
        yield WORDS.get(kind) or NAMES.get(kind.__name__, kind.__name__)


def joined(words: Iterator[str]) -> str:
    return " | ".join(sorted(set(words)))


def in_python(kind: Any) -> Fields:
    return {
        name: (get_origin(hint) is not NotRequired, frozenset(members(bare(hint))))
        for name, hint in get_type_hints(kind, include_extras=True).items()
    }


def bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def in_typescript(source: str) -> dict[str, Fields]:
    """Interfaces with a field a line; `extends` adds the other's fields."""
    aliases = dict(re.findall(r"export type (\w+) = (.*?);", source))
    found: dict[str, Fields] = {}
    for name, base, body in re.findall(
        r"export interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}", source, re.S
    ):
        fields = dict(found.get(base, {}))
        for field, optional, text in re.findall(r"^  (\w+)(\??): (.*);$", body, re.M):
            fields[field] = (not optional, frozenset(words(text, aliases)))
        found[name] = fields
    return found


def words(text: str, aliases: dict[str, str]) -> Iterator[str]:
    text = re.sub(r"\bobject\b", "Record<string, unknown>", text)
    inner = re.fullmatch(r"(Record<string, |)(.*?)(>|\[\])", text)
    if inner is not None and (inner[1] != "") == (inner[3] == ">"):
        yield f"{inner[1]}{joined(words(inner[2], aliases))}{inner[3]}"
    elif text in aliases:
        yield from words(aliases[text], aliases)
    elif " | " in text:
        for each in text.split(" | "):
            yield from words(each, aliases)
    else:
        yield text


INTERFACES = in_typescript(SOURCE)


@pytest.mark.parametrize("name", sorted(TYPES))
def test_the_twins_say_the_same(name: str) -> None:
    assert in_python(TYPES[name]) == INTERFACES[name]


def test_no_interface_is_without_a_twin() -> None:
    assert INTERFACES.keys() == TYPES.keys()


def test_the_numbers_are_the_same() -> None:
    numbers = {name: int(value) for name, value in re.findall(r"export const (\w+) = (-?\d+);", SOURCE)}
    assert numbers == {"PROTOCOL": protocol.PROTOCOL, "UNKNOWN_TOOLS": protocol.UNKNOWN_TOOLS}


@pytest.mark.parametrize(
    ("field", "same"),
    [
        ("id: string;", True),
        ("id?: string;", False),
        ("id: number;", False),
        ("id: string | null;", False),
        ("name: string;", False),
    ],
)
def test_a_difference_would_be_found(field: str, same: bool) -> None:
    other = in_typescript(f"export interface CompletionModel {{\n  provider: string;\n  {field}\n}}")
    assert (in_python(protocol.CompletionModel) == other["CompletionModel"]) == same
