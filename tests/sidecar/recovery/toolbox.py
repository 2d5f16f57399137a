"""The tools that the recovery tests speak of, and a short way to ask about a call."""

from __future__ import annotations

from typing import Any

from sidecar.core.blocks import Question, Tool, ToolCall
from sidecar.core.toolset import Toolset
from sidecar.recovery import Backend, Endpoint, RecoveryClient

TEXT = {"type": "string"}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


EDIT = _object(["oldText", "newText"], oldText=TEXT, newText=TEXT)
MULTI = _object(["path", "old", "new"], path=TEXT, old=TEXT, new=TEXT)
NUMBER, SWITCH = {"type": "number"}, {"type": "boolean"}

TOOLS = (
    Tool("read", _object(["path"], path=TEXT, offset=NUMBER, limit=NUMBER), effect="read"),
    Tool("ls", _object([], path=TEXT), effect="read"),
    Tool("bash", _object(["command"], command=TEXT, timeout=NUMBER)),
    Tool("write", _object(["path", "content"], path=TEXT, content=TEXT)),
    Tool("edit", _object(["path", "edits"], path=TEXT, edits={"type": "array", "items": EDIT})),
    Tool("multi_edit", _object(["edits"], edits={"type": "array", "items": MULTI})),
    Tool("delete_item", _object(["id"], id=TEXT, force=SWITCH, recursive=SWITCH)),
    Tool("purge", _object(["item", "reason"], item=TEXT, reason=TEXT)),
    Tool("env", _object(["set"], set={"type": "object", "additionalProperties": TEXT})),
    Tool(
        "tag",
        _object(
            ["id", "tags"],
            id=TEXT,
            tags={"type": "array", "items": TEXT},
            mode={"type": "string", "enum": ["append", "replace"]},
        ),
    ),
    Tool("asleep", _object(["path", "content"], path=TEXT, content=TEXT), active=False),
)
TOOLSET = Toolset(TOOLS)
DEADLINE_S = 20.0


def client_of(backend: Backend | None, *, max_per_run: int = 10, **clocks: Any) -> RecoveryClient:
    return RecoveryClient(backend, max_per_run=max_per_run, **clocks)


def endpoint(base_url: str, *, api: str = "openai-completions", key: str = "") -> Endpoint:
    return Endpoint(base_url, "recovery", api, key)


def question(call: dict[str, Any], error: str = "Validation failed", id: str = "call_1") -> Question:
    """A question about `call` (`name` and `arguments` or `raw`), with the tools that matter."""
    broken = ToolCall(id, call["name"], call.get("arguments", {}), call.get("raw"))
    named = tuple(tool for tool in TOOLS if tool.name == broken.name)
    return Question(broken, error, named or tuple(tool for tool in TOOLS if tool.active))
