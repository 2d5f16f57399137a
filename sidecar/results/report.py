"""One failed call → a report without its values: Markdown to read, and a case `repair --jsonl` can replay."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from sidecar.core.argument_text.sent import as_pi
from sidecar.core.blocks import JsonObject
from sidecar.core.shapes import name

from .redact import error_text, masked, shape
from .session import Failure

KEPT_WORDS = 400


def case(failure: Failure) -> JsonObject:
    """`{"id", "message", "tools", "error"}`: one line for `python -m sidecar repair --jsonl`."""
    kept = _schema_words(failure.declared.parameters if failure.declared else None)
    call: JsonObject = {"type": "toolCall", "id": "call_1", "name": name(failure.tool)}
    if failure.raw is None:
        call["arguments"] = shape(failure.arguments, kept)
    else:
        raw = masked(failure.raw, kept)
        call["arguments"] = {}
        call["argumentsError"] = f"The arguments are no JSON object\n\nReceived arguments:\n{raw}"
    sent = _masked_text(failure.sent, kept) if failure.sent is not None else None
    if sent is not None:
        call["arguments"] = as_pi(sent)
    message = {"role": "assistant", "content": [call], "stopReason": "toolUse"}
    declared = failure.declared
    tools = [
        {"name": declared.name, "description": declared.description, "parameters": declared.parameters}
        for declared in ([declared] if declared else [])
    ]
    error = error_text(failure.error, failure.arguments)
    made = {"id": f"report-{name(failure.tool)}", "message": message, "tools": tools, "error": error}
    return made if sent is None else {**made, "rawArguments": {"call_1": sent}}


_TOKEN = re.compile(r'"(?P<body>[^"\\]*(?:\\.[^"\\]*)*)"|(?P<number>-?\d[\d.eE+-]*)', re.DOTALL)
_ESCAPE = re.compile(r"(\\(?:u[0-9a-fA-F]{4}|.))", re.DOTALL)


def _masked_text(text: str, kept: Collection[str]) -> str | None:
    """The text without its values: escapes and the form of numbers stay. None where it is not readable."""

    def mask(found: re.Match[str]) -> str:
        if found["number"] is not None:
            return re.sub("[1-9]", "1", found["number"])
        parts = _ESCAPE.split(found["body"])
        parts[::2] = [masked(part, kept) for part in parts[::2]]
        return '"' + "".join(parts) + '"'

    shown = _TOKEN.sub(mask, text)
    try:
        as_pi(shown)
    except ValueError:
        return None
    return shown


def markdown(failure: Failure, versions: Mapping[str, str]) -> str:
    made = case(failure)
    call = made["message"]["content"][0]
    shown = call["argumentsError"].rpartition("Received arguments:\n")[2] if failure.raw is not None else None
    shown = made.get("rawArguments", {}).get("call_1", shown)
    return "\n".join(
        [
            f"# {name(failure.tool)}: {failure.kind.value}",
            "",
            "Values are replaced by their shape (letters x, digits 1), but for words of the schema. "
            "Read it before you share it.",
            "",
            *(f"- {part}: {version}" for part, version in versions.items()),
            "",
            "## Error",
            "",
            *_fenced(made["error"], ""),
            "",
            "## Call",
            "",
            *(_fenced(shown, "") if shown is not None else _fenced(_json(call["arguments"]), "json")),
            "",
            "## Schema",
            "",
            *(
                _fenced(_json(failure.declared.parameters), "json")
                if failure.declared
                else [f"No active tool is called {name(failure.tool)}."]
            ),
            "",
        ]
    )


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _fenced(text: str, language: str) -> list[str]:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + language, text, fence]


def _schema_words(schema: Any) -> frozenset[str]:
    """Property names and constants, at any depth."""
    words: set[str] = set()
    todo = [schema]
    while todo and len(words) < KEPT_WORDS:
        here = todo.pop()
        if isinstance(here, dict):
            properties = here.get("properties")
            words.update(properties if isinstance(properties, dict) else ())
            constants = [here.get("const"), *(here["enum"] if isinstance(here.get("enum"), list) else ())]
            words.update(one for one in constants if isinstance(one, str))
            todo.extend(here.values())
        elif isinstance(here, list):
            todo.extend(here)
    return frozenset(words)
