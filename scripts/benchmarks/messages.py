"""What is sent: pi's seven tools, and messages of a given size."""

from __future__ import annotations

import json
from typing import Any

from .process import ROOT

LINE = "    return [item for item in items if item is not None]  # keep the order\n"


def tools(count: int = 7) -> list[Any]:
    """pi's own tools, and as many more of an MCP server's as it takes to be `count`."""
    own = json.loads((ROOT / "tests/corpus/grammar/tools.json").read_text("utf-8"))[:7]
    more = [{**own[index % 7], "name": f"server_tool_{index}"} for index in range(count - len(own))]
    return [{"description": "", "active": True, **tool} for tool in [*own, *more]]


def text(size: int) -> str:
    return (LINE * (size // len(LINE) + 1))[:size]


def edit(size: int) -> dict[str, Any]:
    """Arguments of `edit`, about `size` bytes of JSON."""
    half = max(0, size - 60) // 2
    return {"path": "src/app.py", "edits": [{"oldText": text(half), "newText": text(half)}]}


def message(name: str, arguments: Any) -> dict[str, Any]:
    call = {"type": "toolCall", "id": "call_1", "name": name, "arguments": arguments}
    return {"role": "assistant", "content": [call], "stopReason": "toolUse", "timestamp": 1}


def params(content: dict[str, Any], error: str | None = None) -> dict[str, Any]:
    return {
        "message": content,
        "tools": "k",
        "model": {"provider": "p", "id": "m"},
        "hostErrors": {"call_1": error},
    }
