"""Real calls and leaks, and what a seeded random makes of them: values, texts and schemas turned about."""

from __future__ import annotations

import copy
import gzip
import json
import tomllib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tests.places import TESTS

SCALARS: tuple[Any, ...] = (
    None, True, False, 0, -1, 5, 1.5, 3.0, 10**30, 1e300, "", " ", "null", "None", "true", "[]", "{}", "[1",
    "5 km", "1,000", "a,b", "^a$", "yes", "\ud800", "\0", "x" * 3000, '{"path": "a"}', "```json\n{}\n```",
    "$1",
    "../../etc",
)  # fmt: skip
NAMES = (
    "path", "file_path", "arguments", "input", "value", "type", "", "0", "a.b", "edits[0].oldText", "dryRun",
    "limit", "__proto__", "$ref", "k" * 300, "\ud800", "no_limit", "timeout_ms", "command", "name",
)  # fmt: skip
PIECES = (
    '"', "'", "\\", "{", "}", "[", "]", ",", ":", "\n", "\t", "\0", "\ud800", "\\u12", "```", "<tool_call>",
    "</tool_call>", "<|", "|>", "｜", "[TOOL_CALLS]", "<invoke name=", "</parameter>", "<function=", "&lt;",
    "]]>", "//", "/*", "#", "True", "None", "NaN", "9" * 400, "null", "<think>", "</think>",
    "> ", "    ", "\u2028",
)  # fmt: skip


@cache
def calls() -> list[dict[str, Any]]:
    """Calls of the corpus, each with its tools."""
    folder = TESTS / "corpus" / "calls"
    packed = gzip.decompress((folder / "tools.jsonl.gz").read_bytes())
    tools = [json.loads(line) for line in packed.splitlines()]
    cases = [json.loads(line) for line in (folder / "calls.jsonl").read_text("utf-8").splitlines()]
    return [{"tools": [tools[at] for at in case["tools"]], "call": case["call"]} for case in cases]


@cache
def rule_cases() -> list[dict[str, Any]]:
    """The cases of the rules' tables, as calls of a tool `t`."""
    found = []
    for file in sorted((TESTS / "cases" / "rules").glob("*.toml")):
        table = tomllib.loads(file.read_text("utf-8"))
        for case in [*table.get("repairs", ()), *table.get("keeps", ())]:
            schema = json.loads(case.get("schema", table.get("schema", "{}")))
            tool = {"name": case.get("tool", table.get("tool", "t")), "parameters": schema}
            call = {"name": tool["name"], "arguments": json.loads(case["given"])}
            found.append({"tools": [tool], "call": call})
    return found


@cache
def leaks() -> list[dict[str, Any]]:
    """Texts with leaked calls, and the tools they are for."""
    folder = TESTS / "corpus" / "grammar"
    tools = {tool["name"]: tool for tool in json.loads((folder / "tools.json").read_text("utf-8"))}
    samples = [json.loads(line) for line in (folder / "dev.jsonl").read_text("utf-8").splitlines()]
    return [{"text": each["text"], "tools": [tools[name] for name in each["tools"]]} for each in samples]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) below `value`."""
    found, todo = [], [value]
    while todo:
        here = todo.pop()
        steps = list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        for step in steps:
            found.append((here, step))
            todo.append(here[step])
    return found


def value(root: Any, rng: Random) -> Any:
    """`root`, changed in one to four places."""
    root = copy.deepcopy(root)
    for _ in range(rng.randint(1, 4)):
        found = places(root)
        if not found or rng.random() < 0.08:
            root = rng.choice(_WHOLE)(root, rng)
            continue
        owner, step = rng.choice(found)
        rng.choice(_CHANGES)(owner, step, rng)
    return root


def copies(part: Any, count: int) -> list[Any]:
    return [copy.deepcopy(part) for _ in range(count)]


_WHOLE: tuple[Callable[[Any, Random], Any], ...] = (
    lambda root, rng: [root],
    lambda root, rng: {rng.choice(NAMES): root},
    lambda root, rng: json.dumps(root),
    lambda root, rng: rng.choice(SCALARS),
)


def _set(owner: Any, step: Any, new: Any) -> None:
    owner[step] = new


def _rename(owner: Any, step: Any, rng: Random) -> None:
    if not isinstance(owner, dict):
        return
    style = rng.choice(
        (str.upper, str.title, lambda name: name + "s", lambda name: f"the_{name}", _shaken(rng))
    )
    name = rng.choice(NAMES) if rng.random() < 0.4 else style(step)
    kept = list(owner.items())
    owner.clear()
    owner.update({name if key == step else key: below for key, below in kept})


def _shaken(rng: Random) -> Callable[[str], str]:
    return lambda text: text_of(text, rng, times=1)


_CHANGES: tuple[Callable[[Any, Any, Random], None], ...] = (
    _rename,
    _rename,
    lambda owner, step, rng: _set(owner, step, rng.choice(SCALARS)),
    lambda owner, step, rng: owner.__delitem__(step),
    lambda owner, step, rng: _set(owner, step, [owner[step]]),
    lambda owner, step, rng: _set(owner, step, {rng.choice(NAMES): owner[step]}),
    lambda owner, step, rng: _set(owner, step, json.dumps(owner[step])),
    lambda owner, step, rng: _set(owner, step, repr(owner[step])),
    lambda owner, step, rng: _set(owner, step, str(owner[step])),
    lambda owner, step, rng: _set(
        owner, step, [copy.deepcopy(owner[step]) for _ in range(rng.randint(0, 5))]
    ),
    lambda owner, step, rng: (
        owner.update({rng.choice(NAMES): rng.choice(SCALARS)})
        if isinstance(owner, dict)
        else owner.insert(step, rng.choice(SCALARS))
    ),
    lambda owner, step, rng: (
        _set(owner, step, text_of(owner[step], rng)) if isinstance(owner[step], str) else None
    ),
)


def text_of(text: str, rng: Random, times: int = 4) -> str:
    """`text` with pieces put in, taken out, doubled, swapped; sometimes cut off."""
    for _ in range(rng.randint(1, times)):
        at = rng.randint(0, len(text))
        to = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[to:]
            case 1 | 2:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 3:
                text = text[:at] + text[at:to] * 2 + text[to:]
            case 4:
                text = text[:at] if rng.random() < 0.3 else text[at:] if rng.random() < 0.1 else text
            case 5:
                text = text[:at] + text[to:at:-1] + text[to:]
            case _:
                other = rng.randint(0, len(text))
                text = text[:at] + text[other : other + 15] + text[at:]
    return text


def schema(root: Any, rng: Random) -> Any:
    """A schema with a keyword or a part changed, dropped or put elsewhere."""
    root = copy.deepcopy(root)
    for _ in range(rng.randint(1, 3)):
        found = places(root)
        if not found:
            break
        owner, step = rng.choice(found)
        match rng.randrange(6):
            case 0:
                owner[step] = {"$ref": rng.choice(("#", "#/properties", "#/nowhere", "http://127.0.0.1:9/x"))}
            case 1:
                owner[step] = {
                    rng.choice(("anyOf", "oneOf", "allOf")): [owner[step], copy.deepcopy(rng.choice(SCHEMAS))]
                }
            case 2:
                owner[step] = rng.choice(SCALARS)
            case 3:
                del owner[step]
            case 4 if isinstance(owner, dict):
                owner[
                    rng.choice(("type", "enum", "required", "pattern", "additionalProperties", "items"))
                ] = rng.choice((False, "string", ["string", "null"], ["path"], "^a$", {"type": "integer"}))
            case _:
                owner[step] = copy.deepcopy(rng.choice(found)[0])
    return root


SCHEMAS: tuple[Any, ...] = (True, {}, {"type": "null"}, {"type": "string"}, {"const": 5}, {"$ref": "#"})
