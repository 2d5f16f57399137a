"""What models send → what pi runs: the first table of README. The right column is the engine's answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sidecar.session.messages import RepairRequest, Task
from sidecar.session.past.builtin import builtin_toolset
from sidecar.settings.config import Config

from .cells import cell

# One call for each habit of models. Text that is no JSON is what the model wrote in place of JSON.
SENT = (
    ("write", '{"filename": "a.txt", "content": "hi"}'),
    ("edit", '{"path": "a.py", "edits": "[{\\"oldText\\": \\"a\\", \\"newText\\": \\"b\\"}]"}'),
    ("read", '{"path": "a.py", "offset": null, "limit": "20"}'),
    ("bash", "{'command': 'ls', 'timeout': 5,}"),
    ("functions.Bash", '{"cmd": "ls"}'),
    ("str_replace_editor", '{"command": "view", "path": "a.py"}'),
    ("bash", '{"arguments": {"command": "ls", "timeoutMs": 30000}}'),
    ("edit", '{"path": "a.py", "old_string": "a", "new_string": "b"}'),
    ("write", '{"path": "a.txt", "content": null}'),
    ("bash", '{"command": "rm -rf bui'),
)


def examples() -> Iterator[str]:
    yield from ("| the model sends | pi runs |", "|---|---|")
    for name, text in SENT:
        yield f"| `{cell(f'{name} {text}')}` | {cell(_outcome(name, text))} |"


def _outcome(name: str, text: str) -> str:
    call = {"type": "toolCall", "id": "1", "name": name, "arguments": {}}
    try:
        call["arguments"] = json.loads(text)
    except ValueError as error:
        call["argumentsError"] = f"{error}\n\nReceived arguments:\n{text}"
    message: dict[str, Any] = {"role": "assistant", "stopReason": "toolUse", "content": [call]}
    task = Task(RepairRequest(message), builtin_toolset(), Config())
    result = task.result()
    if result["guards"]:
        return "nothing: the call is blocked, and the model is told why"
    if not result["repairs"]:
        return "nothing: it was cut off, so pi's error stands"
    after = result["repairs"][0]["after"]
    return f"`{after['name']} {json.dumps(after['arguments'], ensure_ascii=False)}`"
