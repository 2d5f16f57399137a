"""Calls of pi's edit that would miss → the same calls, in the characters of the files they name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from sidecar.core.blocks import JsonObject, Outcome, RepairRecord
from sidecar.core.edits import FileText, Repair, edits_of, repair, with_edits
from sidecar.core.toolset import Toolset

from .paths import real
from .reading import Files

TOOL = "edit"
_WRITES_ITS_PATH = (TOOL, "write")


@dataclass(slots=True)
class _Touched:
    """What the calls so far may change when they run: the files at `paths`, or any."""

    paths: set[str] = field(default_factory=set)
    any: bool = False

    def add(self, block: JsonObject, tools: Toolset, files: Files) -> None:
        tool = tools.get(block["name"])
        if tool is None or tool.effect == "read":
            return  # pi refuses a tool that it does not know
        path = _path(block)
        if block["name"] in _WRITES_ITS_PATH and path is not None:
            self.paths.add(real(files.path(path)))
        else:
            self.any = True


def repaired(
    outcome: Outcome,
    message: JsonObject,
    tools: Toolset,
    files: Callable[[], Files],
    off: frozenset[str],
) -> Outcome:
    """`outcome` of `message` with its edits repaired. `off`: the transforms that are switched off."""
    content = (outcome.message or message)["content"]
    if not any(block.get("type") == "toolCall" and block.get("name") == TOOL for block in content):
        return outcome
    left = {each.id for each in outcome.declined} | {each.id for each in outcome.guards}
    blocks, read, touched = list(content), files(), _Touched()
    records = list(outcome.repairs)
    for index, block in enumerate(blocks):
        if block.get("type") != "toolCall" or "argumentsError" in block:
            continue
        path = _path(block)
        if block["name"] == TOOL and path is not None and block["id"] not in left and not touched.any:
            found = _repair(block["arguments"], path, read, touched, off)
            if found is not None:
                arguments, names = found
                _record(records, block, arguments, names)
                blocks[index] = {**block, "arguments": arguments}
        touched.add(block, tools, read)
    if blocks == content:
        return outcome
    changed = {**(outcome.message or message), "content": blocks}
    return replace(outcome, message=changed, repairs=tuple(records))


def _repair(
    arguments: JsonObject, path: str, files: Files, touched: _Touched, off: frozenset[str]
) -> tuple[JsonObject, tuple[str, ...]] | None:
    """The arguments in the file's own characters, and the transforms used."""
    edits = edits_of(arguments)
    if not edits or real(files.path(path)) in touched.paths:
        return None
    file = files.read(path)
    found = repair(edits, file, off) if isinstance(file, FileText) else None
    return (with_edits(arguments, found.edits), _names(found)) if found is not None else None


def _names(found: Repair) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found.transforms.values()))


def _record(
    records: list[RepairRecord], block: JsonObject, arguments: JsonObject, names: tuple[str, ...]
) -> None:
    """One record a call: an earlier stage's says this too."""
    after: dict[str, Any] = {"name": block["name"], "arguments": arguments}
    said = "oldText as it is in the file (" + ", ".join(name.removeprefix("edit-") for name in names) + ")"
    for at, record in enumerate(records):
        if record.id == block["id"]:
            summary = f"{record.summary}; {said}"
            records[at] = replace(record, rules=(*record.rules, *names), after=after, summary=summary)
            return
    before = {"name": block["name"], "arguments": block["arguments"]}
    records.append(RepairRecord(block["id"], TOOL, "edits", names, before, after, f"{TOOL}: {said}"))


def _path(block: JsonObject) -> str | None:
    arguments = block.get("arguments")
    path = arguments.get("path") if isinstance(arguments, dict) else None
    return path if isinstance(path, str) and path else None
