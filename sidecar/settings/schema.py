"""The list of settings as a JSON Schema: for checking a file, finding misspelt names, and the docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin

from sidecar.core.blocks import JsonObject

from .config import Config
from .declared import key, kinds

_SCALARS = {bool: "boolean", int: "integer", float: "number", str: "string"}


@cache
def settings_schema() -> JsonObject:
    """Of the whole file. What reading.py takes for another name of a setting is in it too."""
    root = _section(Config)
    properties = root["properties"]
    properties["grammar"]["properties"]["debug"] = {"type": "boolean"}
    properties["grammarRepair"] = properties["grammar"]
    properties["$schema"] = {"type": "string"}
    return root


def _section(section: type) -> JsonObject:
    found = {key(each): _setting(each, kinds(section)[each.name]) for each in fields(section)}
    return {"type": "object", "properties": found}


def _setting(said: Field[Any], kind: Any) -> JsonObject:
    node: JsonObject = {**_values(kind, said.metadata["words"]), **said.metadata["keywords"]}
    if said.metadata["meaning"]:
        node["description"] = said.metadata["meaning"]
    default = said.default
    unsaid = said.metadata["computed"] or default is MISSING or is_dataclass(default) or default == ()
    if not unsaid and (default is not None or is_dataclass(kind)):
        node["default"] = list(default) if isinstance(default, tuple) else default
    return node


def _values(kind: Any, words: str) -> JsonObject:
    if is_dataclass(kind):
        return _section(kind)  # type: ignore[arg-type]
    if kind in _SCALARS:
        return {"type": _SCALARS[kind]}
    if get_origin(kind) is Mapping:
        names = {"propertyNames": {"format": words}} if words else {}
        return {"type": "object", **names, "additionalProperties": _values(get_args(kind)[1], "")}
    if get_origin(kind) in (tuple, frozenset):
        return {"type": "array", "items": {"type": "string", "minLength": 1, "format": words}}
    return {"enum": list(get_args(kind))}
