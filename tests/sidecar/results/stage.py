"""What the tests of results stand on: a session, wire tools, one observed result."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from sidecar.results.session import ResultSession
from sidecar.session.core_input import toolset
from sidecar.session.results import capped, observe
from sidecar.settings.config import Config, ResultsConfig
from tests.places import CASES

TABLES = CASES / "results"
FIELDS = (("details", "details"), ("structured", "structuredContent"))


class Stage:
    def __init__(self, tools: list[dict[str, Any]], **results: Any) -> None:
        self.session = ResultSession()
        self.config = Config(results=ResultsConfig(**results))
        self.wire = tools
        self.tools = toolset(tools, self.config)

    def see(
        self, tool: str, arguments: dict[str, Any], text: str = "", call_id: str = "call_1", **more: Any
    ) -> str | None:
        given = {
            "toolCallId": call_id,
            "toolName": tool,
            "input": arguments,
            "content": [{"type": "text", "text": text}],
            "isError": True,
            "executed": True,
            **more,
        }
        sent = given.pop("sent", None)
        return observe(self.session, given, self.tools, self.wire, self.config, sent).get("append")

    def worked(self, tool: str, arguments: dict[str, Any], text: str = "done") -> str | None:
        return self.see(tool, arguments, text, isError=False)

    def guards(self, *calls: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
        blocks = [
            {"type": "toolCall", "id": f"g{index}", "name": name, "arguments": arguments}
            for index, (name, arguments) in enumerate(calls)
        ]
        return capped(self.session, {"content": blocks}, self.tools, self.config)


def cases() -> list[tuple[str, dict[str, Any]]]:
    """(id, case) of every table; a case has the table's own fields where it does not say otherwise."""
    found = []
    for path in sorted(TABLES.glob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        common = {key: table.pop(key) for key in list(table) if not isinstance(table[key], list)}
        for kind, rows in table.items():
            found += [(f"{path.stem}: {row['name']}", {**common, **row, "kind": kind}) for row in rows]
    return found


def play(case: dict[str, Any]) -> str | None:
    stage = Stage(json.loads(case["tools"]))
    if "worked" in case:
        stage.worked(case["tool"], json.loads(case["worked"]))
    more = {wire: json.loads(case[name]) for name, wire in FIELDS if name in case}
    return stage.see(
        case["tool"],
        json.loads(case["input"]),
        case["text"].removeprefix("\n"),
        isError=case.get("is_error", True),
        executed=case.get("executed", True),
        **more,
    )
