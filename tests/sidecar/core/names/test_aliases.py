"""Every alias that pi-tool-repair knows is repaired here too, with pi's own schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sidecar.core.blocks import Effect
from sidecar.core.rules import RULES
from sidecar.core.schema.contract import contract
from sidecar.core.search.search import Repaired, repair

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
TRUTH = {"type": "boolean"}


def obj(required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required.split()}


EDIT = {"type": "array", "items": obj("oldText newText", oldText=TEXT, newText=TEXT)}
SCHEMAS = {
    "bash": obj("command", command=TEXT, timeout={**NUMBER, "description": "Timeout in seconds"}),
    "edit": obj("path edits", path=TEXT, edits=EDIT),
    "find": obj("pattern", pattern=TEXT, path=TEXT, limit=NUMBER),
    "grep": obj(
        "pattern", pattern=TEXT, path=TEXT, glob=TEXT, ignoreCase=TRUTH, context=NUMBER, limit=NUMBER
    ),
    "ls": obj("", path=TEXT, limit=NUMBER),
    "read": obj("path", path=TEXT, offset=NUMBER, limit=NUMBER),
    "write": obj("path content", path=TEXT, content=TEXT),
}  # fmt: skip
WHOLE: dict[str, dict[str, Any]] = {
    "bash": {"command": "ls -la"},
    "edit": {"path": "a.txt", "edits": [{"oldText": "x", "newText": "y"}]},
    "find": {"pattern": "*.py"},
    "grep": {"pattern": "main"},
    "ls": {},
    "read": {"path": "a.txt"},
    "write": {"path": "a.txt", "content": "hello"},
}
PATH = (
    "absolutePath file_path filePath filepath pathname target_file targetFile file absolute_path"
    " fileAbsolutePath"
)
SUMMARY = (  # pi-tool-repair's alias summary: tool, canonical, its value, aliases
    ("read", "path", "a.txt", PATH),
    ("read", "offset", 10, "start"),
    ("read", "limit", 5, "max"),
    ("grep", "pattern", "main", "query regex search q expression text"),
    ("grep", "glob", "*.py", "globPattern"),
    ("grep", "ignoreCase", True, "ic caseInsensitive"),
    ("grep", "context", 2, "ctx"),
    ("grep", "limit", 5, "max"),
    ("write", "path", "a.txt", PATH),
    ("write", "content", "hello", "text body data contents fileContent"),
    ("edit", "path", "a.txt", PATH),
    (
        "edit",
        "oldText",
        "x",
        "old_string oldString old old_str oldStr old_value old_text oldContent old_content",
    ),
    (
        "edit",
        "newText",
        "y",
        "new_string newString new new_str newStr new_value new_text newContent new_content",
    ),
    ("ls", "path", "src", PATH + " directory dir folder directoryPath"),
    ("ls", "limit", 5, "max"),
    ("find", "pattern", "*.py", "query regex glob expression search include name filename"),
    ("find", "limit", 5, "max"),
    ("bash", "command", "ls -la", "cmd shell cmdline script commandLine"),
)


def rows() -> Iterator[Any]:
    for tool, name, value, aliases in SUMMARY:
        for alias in aliases.split():
            yield pytest.param(tool, name, value, alias, id=f"{tool}: {alias} is {name}")


def repaired(tool: str, given: Any, closed: bool = False) -> Any:
    effect: Effect = "read" if tool in ("find", "grep", "ls", "read") else "write"
    schema = {**SCHEMAS[tool], "additionalProperties": False} if closed else SCHEMAS[tool]
    return repair(tool, effect, contract(schema), given, RULES)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize(("tool", "name", "value", "alias"), list(rows()))
def test_an_alias_is_its_argument(tool: str, name: str, value: Any, alias: str, closed: bool) -> None:
    whole = {**WHOLE[tool]}
    if name in ("oldText", "newText"):
        edit = {key: text for key, text in whole["edits"][0].items() if key != name}
        given = {**whole, "edits": [{**edit, alias: value}, {**edit, alias: value}]}
        want = {**whole, "edits": whole["edits"] * 2}
    else:
        given = {key: kept for key, kept in whole.items() if key != name} | {alias: value}
        want = {**whole, name: value}
    result = repaired(tool, given, closed)
    assert isinstance(result, Repaired), result
    assert result.arguments == want


@pytest.mark.parametrize(("tool", "name", "value", "alias"), list(rows()))
def test_the_canonical_name_wins_over_an_alias_with_another_value(
    tool: str, name: str, value: Any, alias: str
) -> None:
    if name in ("oldText", "newText"):
        given: Any = {"path": "a", "edits": [{"oldText": "x", "newText": "y", alias: "z"}]}
    else:
        given = {**WHOLE[tool], name: value, alias: 7 if isinstance(value, int) else "other"}
    assert repaired(tool, given) is None


@pytest.mark.parametrize(("tool", "name", "value", "alias"), list(rows()))
def test_an_equal_or_empty_alias_beside_it_goes_where_it_is_forbidden(
    tool: str, name: str, value: Any, alias: str
) -> None:
    if name in ("oldText", "newText"):
        return
    for said in (value, None):
        result = repaired(tool, {**WHOLE[tool], name: value, alias: said}, closed=True)
        assert isinstance(result, Repaired), said
        assert result.arguments == {**WHOLE[tool], name: value}
