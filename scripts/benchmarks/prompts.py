"""How large a recovery prompt is: 4 tools or 100, a content of 100 bytes or 100 kB. Nothing is timed or sent.

`python -m scripts.benchmarks.prompts` prints the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sidecar.core.blocks import JsonObject, Tool
from sidecar.core.message import plan
from sidecar.core.toolset import Toolset
from sidecar.recovery import Endpoint
from sidecar.recovery.backends.apis import openai_chat
from sidecar.recovery.prompt.question import build

TEXT = {"type": "string", "description": "What is wanted, in the words of whoever asked for it."}
LINE = "    return [item for item in items if item is not None]  # keep the order\n"
BY_REFERENCE = '{"toolName": "write", "args": {"path": "$1", "content": "$2"}}'


@dataclass(frozen=True, slots=True)
class Size:
    """Characters of the prompt's words, and of the whole request with the schema that holds the answer."""

    prompt: int
    request: int


def _object(**properties: Any) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(properties)[:2]}


OWN = (
    Tool("read", _object(path=TEXT, offset={"type": "number"}, limit={"type": "number"}), "Read a file."),
    Tool("bash", _object(command=TEXT, timeout={"type": "number"}), "Run a command."),
    Tool("write", _object(path=TEXT, content=TEXT), "Write a file."),
    Tool(
        "edit",
        _object(path=TEXT, edits={"type": "array", "items": _object(oldText=TEXT, newText=TEXT)}),
        "Replace text in a file.",
    ),
)


def tools(count: int) -> Toolset:
    """pi's four, and as many of MCP servers, each of about 1.5 kB, as it takes to be `count`."""
    nouns = ("issue", "branch", "page", "ticket", "record", "label")
    filters = {f"filter_{index}": {**TEXT, "description": "A condition. " * 6} for index in range(8)}
    more = (
        Tool(f"server_{index}_update_{nouns[index % 6]}", _object(id=TEXT, **filters), "Updates one. " * 20)
        for index in range(count - len(OWN))
    )
    return Toolset((*OWN, *more))


def content(size: int) -> str:
    return (LINE * (size // len(LINE) + 1))[:size]


def measure(toolset: Toolset, name: str, arguments: JsonObject) -> Size:
    """The size of what would be asked about a call that no rule mends."""
    block = {"type": "toolCall", "id": "call_1", "name": name, "arguments": arguments}
    message = {"role": "assistant", "stopReason": "toolUse", "content": [block]}
    (question,) = plan(message, toolset, host_errors={"call_1": "path: missing"}, ids=iter(())).questions
    prompt = build(question)
    request = openai_chat.build(prompt, Endpoint("http://localhost", "recovery", "openai-completions"), True)
    return Size(len(prompt.system) + len(prompt.user), len(request.body))


def rows() -> Iterator[tuple[str, Size, Size, float]]:
    """What is compared, the small size, the large one, and the bar for large through small."""
    slip = {"alpha": "src/app.py", "beta": content(100)}
    for name, said in (("write", "a known tool"), ("write_to_file", "an unknown tool")):
        few, many = (measure(tools(count), name, slip) for count in (4, 100))
        yield f"{said}: 4 tools, 100 tools", few, many, 1.5
    short, long = (
        measure(tools(4), "write", {"alpha": "src/app.py", "beta": content(size)}) for size in (100, 100_000)
    )
    yield "a content of 100 bytes, of 100 kB", short, long, 1.2


def main() -> None:
    print(f"{'recovery prompt, characters':40} {'small':>7} {'large':>7} {'ratio':>6} {'bar':>5}   request")
    for said, small, large, bar in rows():
        ratio = large.prompt / small.prompt
        request = f"{small.request} → {large.request}"
        print(f"{said:40} {small.prompt:7} {large.prompt:7} {ratio:6.2f} {bar:5.1f}   {request}")
    whole = sum(len(json.dumps(tool.parameters)) for tool in tools(100).active.values())
    print(f"for comparison: the schemas of all 100 tools are {whole} characters")
    print(f"an answer by reference is {len(BY_REFERENCE)} characters, whatever the content")


if __name__ == "__main__":
    main()
