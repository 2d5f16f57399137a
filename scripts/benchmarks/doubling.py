"""Hostile texts and arguments of 1, 2 and 4 MB: twice the size must not take much more than twice the time.

In process and in processor time. What is over within a few milliseconds at 4 MB counts as linear. The time
limit a message has (time_budget.BUDGET_S) is lifted, so that it hides nothing; garbage is collected between the
runs, since one collection more or less is a step that no ratio allows for.
"""

from __future__ import annotations

import gc
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any
from unittest.mock import patch

from sidecar.core.toolset import Toolset
from sidecar.session import messages as engine
from sidecar.session import time_budget
from sidecar.session.core_input import toolset
from sidecar.settings.config import Config, GrammarConfig

from . import messages, table

Make = Callable[[int], dict[str, Any]]

MB = 1_000_000
SIZES = (MB, 2 * MB, 4 * MB)
MOST = 2.3
NOISE_MS = 25.0  # below this a ratio says nothing
TRIES = 12  # the least of several times is what the work takes; the rest is the machine's
RAW = "Expected ',' or '}' in JSON\n\nReceived arguments:\n"
EDIT = {"oldText": "abc", "newText": "def"}


def rows(rounds: int) -> Iterator[table.Row]:
    for what, make in {**ARGUMENTS, **TEXTS}.items():
        given = [make(size) for size in SIZES]
        took = [math.inf] * len(SIZES)
        for _ in range(TRIES):
            took = [min(known, _once(message)) for known, message in zip(took, given, strict=True)]
            worst = max(later / before for before, later in pairwise(took))
            linear = worst <= MOST or took[-1] < NOISE_MS
            if linear:
                break
        measured = f"{worst:.2f} × ({' → '.join(f'{ms:.0f}' for ms in took)} ms)"
        yield table.Row(
            f"doubling: {what}", "half the size", measured, f"≤ {MOST} ×", linear, {"worst": worst}
        )


def _once(message: Mapping[str, Any]) -> float:
    tools = toolset(messages.tools(), CONFIG)
    _warm(tools)
    gc.collect()
    gc.disable()
    started = time.process_time()
    with patch.object(time_budget, "BUDGET_S", 3600):
        engine.Task(engine.RepairRequest(dict(message), model_id="m"), tools, CONFIG).result()
    took = time.process_time() - started
    gc.enable()
    return took * 1000


def _warm(tools: Toolset) -> None:
    for name in tools.active:
        tools.contract(name).violations({})


def _call(name: str, arguments: Any) -> dict[str, Any]:
    return messages.message(name, arguments)


def _raw(text: str) -> dict[str, Any]:
    message = messages.message("write", {})
    message["content"][0]["argumentsError"] = RAW + text
    return message


def _text(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": text}], "stopReason": "stop"}


def _edits(size: int) -> list[Any]:
    return [EDIT] * (size // len(json.dumps(EDIT)))


def _filled(piece: str, size: int) -> str:
    return piece * (size // len(piece))


CONFIG = Config(grammar=GrammarConfig(enabled=True))

ARGUMENTS: Mapping[str, Make] = {
    "valid edits": lambda size: _call("edit", {"path": "a", "edits": _edits(size)}),
    "edits as JSON text": lambda size: _call("edit", {"path": "a", "edits": json.dumps(_edits(size))}),
    "arguments as JSON text": lambda size: _call(
        "edit", {"arguments": json.dumps({"path": "a", "edits": _edits(size)})}
    ),
    "a fault in every edit": lambda size: _call(
        "edit", {"path": "a", "edits": [{"old": "", "new": ""}] * (size // 24)}
    ),
    "renamed key beside long content": lambda size: _call("write", {"file_path": "a", "content": "x" * size}),
    "content as lines": lambda size: _call("write", {"path": "a", "content": ["line"] * (size // 8)}),
    "unknown keys": lambda size: _call("write", {"path": "a"} | {f"key{at}": 1 for at in range(size // 12)}),
    "unknown tool": lambda size: _call("write_fiel", {"path": "a", "content": "x" * size}),
    "long tool name": lambda size: _call("write" * (size // 5), {"path": "a", "content": "x"}),
    "raw text, unescaped quotes": lambda size: _raw(
        '{"path": "a", "content": "' + _filled('say "hi" ', size) + '"}'
    ),
    "raw text, brackets": lambda size: _raw(_filled("[", size)),
    "raw text, backslashes": lambda size: _raw('{"path": "a", "content": "' + _filled("\\", size)),
    "raw text, Python": lambda size: _raw("{'path': 'a', 'content': '" + "x" * size + "'}"),
    "raw text, cut off": lambda size: _raw('{"path": "a", "content": "' + "x" * size),
}  # fmt: skip
TEXTS: Mapping[str, Make] = {
    f"text of {json.dumps(piece)}": lambda size, piece=piece: _text(_filled(piece, size))  # type: ignore[misc]
    for piece in (
        "Plain words, and more of them. ", "<", "`", "```\n", "    ", "> ", "<!--", "&lt;", "[", "{", "(", "<|",
        "<tool_call>", "<tool_call>{}</tool_call>", '<tool_call>{"name": "read", "arguments": {', "[TOOL_CALLS]",
        "<function=read>", "<parameter=path>", '<invoke name="read">', "<function_calls>", '{"name": "read"}, ',
        "<｜tool▁calls▁begin｜>", "<think>", "</think>", "to=functions.read ", ">>>", "read(",
    )
}  # fmt: skip
