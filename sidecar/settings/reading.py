"""Checked settings as JSON → a Config."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_origin

from sidecar.core.blocks import JsonObject

from .config import Config, ModelChoice
from .declared import key, kinds
from .endpoint import endpoint
from .file import merge

DEBUG = next(each.metadata["environment"] for each in fields(Config) if each.name == "debug")


def read(settings: JsonObject, pi_tool_repair: JsonObject, environ: Mapping[str, str]) -> Config:
    """Checked settings of tool-recovery.json and pi-tool-repair.json; the environment goes before both."""
    said = merge(under_own_names(pi_tool_repair), under_own_names(settings))
    asked = endpoint(said.pop("endpoint", {}), environ)
    config: Config = replace(_section(Config, said), endpoint=asked)
    return replace(config, debug=True) if environ.get(DEBUG) == "1" else config


def under_own_names(settings: JsonObject) -> JsonObject:
    """pi-tool-repair's names are taken too: `grammarRepair` for `grammar`, and `debug` in it for `debug`."""
    grammar = {**settings.get("grammarRepair", {}), **settings.get("grammar", {})}
    debug = {"debug": grammar["debug"]} if "debug" in grammar else {}
    return {**debug, **settings, **({"grammar": grammar} if grammar else {})}


def _section(section: type, said: JsonObject) -> Any:
    given = [each for each in fields(section) if key(each) in said]
    found = {each.name: _value(kinds(section)[each.name], said[key(each)]) for each in given}
    return section(**found)


def _value(kind: Any, said: Any) -> Any:
    if kind is ModelChoice and isinstance(said, str):  # "p/a/b" is {"provider": "p", "id": "a/b"}
        provider, _, model_id = said.partition("/")
        return ModelChoice(provider, model_id)
    if is_dataclass(kind):
        return _section(kind, said)  # type: ignore[arg-type]
    if get_origin(kind) is Mapping:
        return {name: _value(get_args(kind)[1], value) for name, value in said.items()}
    if get_origin(kind) in (tuple, frozenset):
        return get_origin(kind)(said)
    return kind(said) if kind in (int, float) else said
