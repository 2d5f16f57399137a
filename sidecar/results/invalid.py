"""Arguments pi's validation rejected → what was missing or unknown, in words pi's own text does not have.

pi says `content: missing` (1.6.0) or `content: must have required properties content` (0.84.4) and shows the
arguments; which of the keys that came was meant by which name it does not say.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from difflib import get_close_matches

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.names.likeness import likeness
from sidecar.core.names.words import distance, plain
from sidecar.core.patch import dotted, value_at
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import type_name
from sidecar.core.schema.violation import UnusableSchemaError, Violation

OBJECTS_SHOWN = 3
KEYS_SHOWN = 8
KEYS_COMPARED = 300  # of what a schema declares
LETTERS_OFF = 2  # of a key that is told as the nearest, never taken for it
MEMBERS_SHOWN = 8


def diagnosis(tool: str, contract: Contract, arguments: JsonObject) -> list[str]:
    """One line an object that has unknown keys, and one for values of the wrong kind that pi misnames."""
    try:
        violations = contract.violations(arguments)
    except UnusableSchemaError:
        return []
    missing, unknown = _by_object(violations)
    if not arguments and missing:
        return ["The call came without arguments. Send all of them as one JSON object."]
    places = [path for path in unknown if path in missing or _surplus_hard(path, violations)] or list(unknown)
    lines = []
    for path in places[:OBJECTS_SHOWN]:
        declared = _declared(contract, path, arguments)
        lines.append(_keys_line(tool, path, unknown[path], missing.get(path, []), declared))
    return [*lines, *_misplaced(tool, missing, unknown), *_json_texts(violations), *_constants(violations)]


def at_fault(contract: Contract, arguments: JsonObject) -> frozenset[str]:
    """The top-level keys whose values were rejected: an example should show them."""
    try:
        found = contract.hard_violations(arguments)
    except UnusableSchemaError:
        return frozenset()
    return frozenset(str(violation.path[0]) for violation in found if violation.path)


def _by_object(violations: list[Violation]) -> tuple[dict[Path, list[str]], dict[Path, list[str]]]:
    missing: dict[Path, list[str]] = defaultdict(list)
    unknown: dict[Path, list[str]] = defaultdict(list)
    for violation in violations:
        if violation.keyword == "required" and violation.name not in missing[violation.path]:
            missing[violation.path].append(violation.name)
        elif violation.keyword in ("undeclared", "additionalProperties") and violation.name:
            unknown[violation.path].append(violation.name)
    return {path: names for path, names in missing.items() if names}, dict(unknown)


def _surplus_hard(path: Path, violations: list[Violation]) -> bool:
    return any(one.keyword == "additionalProperties" and one.path == path for one in violations)


def _declared(contract: Contract, path: Path, arguments: JsonValue) -> list[str]:
    node = contract.node(path, arguments)
    return list(contract.settle(node, value_at(arguments, path)).properties) if node else []


def _keys_line(tool: str, path: Path, unknown: list[str], missing: list[str], declared: list[str]) -> str:
    """`"filename" is no key of write: "path" was meant?`"""
    owner = dotted(path) if path else tool
    parts, meant = [], set()
    for key in unknown[:KEYS_SHOWN]:
        parts.append(f'"{key[:60]}" is no key of {owner}')
        near = _nearest_key(tool, key, declared[:KEYS_COMPARED], missing)
        if near is not None:
            meant.add(near)
            parts[-1] += f', "{near}" is'
    left = [name for name in missing if name not in meant]
    said = "; ".join(parts) + "."
    if len(meant) < len(parts):
        return f"{said} Its keys: {', '.join(declared[:KEYS_SHOWN])}." if declared else said
    return f"{said} Still missing: {', '.join(left[:KEYS_SHOWN])}." if left else said


def _nearest_key(tool: str, key: str, declared: list[str], missing: list[str]) -> str | None:
    """The declared key that may have been meant: one that rules take for it, else nearly the same letters."""
    ranked = [(alike, name not in missing, name) for name in declared if (alike := likeness(key, name, tool))]
    if ranked:
        return min(ranked)[2]
    spelt = plain(key[:60])
    near = [
        (off, name not in missing, name)
        for name in declared
        if (off := distance(spelt, plain(name), LETTERS_OFF)) <= min(LETTERS_OFF, len(spelt) // 3)
    ]
    return min(near)[2] if near else None


def _misplaced(tool: str, missing: dict[Path, list[str]], unknown: dict[Path, list[str]]) -> Iterator[str]:
    """A key that is missing in one object and stands in another that has no such key."""
    for path, names in missing.items():
        for name in names[:KEYS_SHOWN]:
            places = [other for other, keys in unknown.items() if other != path and name in keys]
            if places:
                here = _owner(tool, min(places, key=dotted))
                yield f'"{name}" stands in {here}: it belongs in {_owner(tool, path)}.'


def _owner(tool: str, path: Path) -> str:
    return dotted(path) if path else f"the arguments of {tool}"


def _constants(violations: list[Violation]) -> Iterator[str]:
    """What a value must be one of: not every pi says it."""
    for violation in violations:
        members = [member for member in violation.node.enum if isinstance(member, str)]
        if violation.keyword != "enum" or not members or not violation.path:
            continue
        value = violation.instance
        near = get_close_matches(value[:60], members, 1) if isinstance(value, str) else []
        shown = ", ".join(json.dumps(member, ensure_ascii=False) for member in members[:MEMBERS_SHOWN])
        more = f" and {len(members) - MEMBERS_SHOWN} more" if len(members) > MEMBERS_SHOWN else ""
        hint = f" Nearest: {json.dumps(near[0], ensure_ascii=False)}." if near else ""
        yield f"{dotted(violation.path)} takes one of {shown}{more}.{hint}"


def _json_texts(violations: list[Violation]) -> Iterator[str]:
    """A list or object that came as text of it."""
    for violation in violations[:OBJECTS_SHOWN]:
        value = violation.instance
        wanted = violation.node.types & {"array", "object"}
        if (
            violation.keyword == "type"
            and wanted
            and isinstance(value, str)
            and value.strip()[:1] in ("[", "{")
        ):
            name = "list" if "array" in wanted else "object"
            yield f"{dotted(violation.path)} came as text: send the {name} itself, without quotes around it."
        elif violation.keyword == "type" and value is None and violation.path:
            yield f"{dotted(violation.path)} is {type_name(value)}: give it a value or leave it out."
