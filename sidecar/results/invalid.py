"""Arguments pi's validation rejected → what was missing or unknown, in words pi's own text does not have.

pi says `content: missing` (1.6.0) or `content: must have required properties content` (0.84.4) and shows the
arguments; which of the keys that came was meant by which name it does not say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.names.likeness import likeness
from sidecar.core.patch import dotted, value_at
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import type_name
from sidecar.core.schema.violation import UnusableSchemaError, Violation

OBJECTS_SHOWN = 3
KEYS_SHOWN = 8
KEYS_COMPARED = 300  # of what a schema declares


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
    return [*lines, *_json_texts(violations)]


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
        ranked = [
            (alike, name not in missing, name)
            for name in declared[:KEYS_COMPARED]
            if (alike := likeness(key, name, tool))
        ]
        parts.append(f'"{key[:60]}" is no key of {owner}')
        if ranked:
            meant.add(min(ranked)[2])
            parts[-1] += f', "{min(ranked)[2]}" is'
    left = [name for name in missing if name not in meant]
    said = "; ".join(parts) + "."
    if len(meant) < len(parts):
        return f"{said} Its keys: {', '.join(declared[:KEYS_SHOWN])}." if declared else said
    return f"{said} Still missing: {', '.join(left[:KEYS_SHOWN])}." if left else said


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
