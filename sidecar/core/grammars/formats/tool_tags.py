"""`<execute_bash>⏎ls⏎</execute_bash>` (OpenHands), `<read_file><path>a.py</path></read_file>` (Cline, Roo).

No token marks these. So the tag is the name of an active tool or another agent's name for one, each tag
inside is one of its parameters, all that it requires is there, and the tags stand alone on their lines.
"""

from __future__ import annotations

import re

from sidecar.core.budget import step
from sidecar.core.grammars.leak import Block, Leak, broken
from sidecar.core.grammars.names import known_name, meant_name
from sidecar.core.grammars.scan.tag_values import Value, inline_typed
from sidecar.core.grammars.scan.typed import json_text
from sidecar.core.grammars.steps import counted
from sidecar.core.grammars.thinking import OPENERS
from sidecar.core.literals import skip_space
from sidecar.core.names.aliases import BUILTIN
from sidecar.core.schema.node import Node
from sidecar.core.schema.violation import UnusableSchemaError
from sidecar.core.toolset import Toolset

MARKERS = ("</",)
OPENER = r"(?<![^\n])<[A-Za-z_][\w.\-]{1,80}>"
_TAG = re.compile(r"<(?P<key>[A-Za-z_][\w.\-]{1,80})>")
_LINE_END = re.compile(r"[ \t\r]{0,80}(?:\n|\Z|<[|｜/])")
_ALONE = re.compile(r"[ \t\r]{0,80}\n")
_ASIDE = re.compile(r"[^<\n]{0,40}")  # what other agents' tools ask for as well: `<requires_approval>false`
LONGEST = 100_000  # characters of a text that stands in a tool's tag alone
CHARACTERS_A_STEP = 20_000
FRAMES = 3  # of one call: Roo's `<read_file><args><file>`


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    tag = _TAG.match(text, at)
    tool = _tool(tag["key"], tools) if tag is not None else None
    if tag is None or tool is None:
        return None
    try:
        root = tools.contract(tool).root
    except UnusableSchemaError:
        return None
    name = tag["key"]
    first = _TAG.match(text, skip_space(text, tag.end()))
    if first is None:
        return _plain(text, at, tag, root, tools)
    stacked = _stacked(text, first)
    declared = [place for place, tag in enumerate(stacked) if tag["key"] in root.properties]
    known = [place for place, tag in enumerate(stacked) if _parameter(tag["key"], tool, root) is not None]
    if not known:
        return None
    begins = declared[0] if declared else known[-1]
    first, frames = stacked[begins], [name, *(tag["key"] for tag in stacked[:begins])]
    values: list[Value] = []
    given: set[str] = set()
    here = first.start()
    while (key := _TAG.match(text, here)) is not None:
        end = _end(text, key, f"</{frames[-1]}>")
        if end is None:
            return broken(at, len(text))
        value = Value(key["key"], key, text[key.end() : end])
        meant = _parameter(value.key, tool, root)
        if meant in given or (meant is None and (tool == name or not _ASIDE.fullmatch(value.text))):
            return None
        given.add(meant or value.key)
        values.append(value)
        here = skip_space(text, end + len(f"</{value.key}>"))
    for frame in reversed(frames):
        closer = f"</{frame}>"
        here = skip_space(text, here)
        if not text.startswith(closer, here):
            return None
        here += len(closer)
    if not root.required <= given:
        return None
    span = (at, here)
    if text.startswith(tuple(f"</{key}>" for key in (name, *given)), skip_space(text, span[1])):
        return broken(at, len(text))  # nobody knows which of the closers are in a value
    arguments = inline_typed(name, values, tools)
    asides = {value.key for value in values if _parameter(value.key, tool, root) is None}
    typed = {key: json_text(value) if key in asides else value for key, value in arguments.items()}
    return Block(span, (Leak(name, typed, span),))


def _tool(name: str, tools: Toolset) -> str | None:
    """The active tool that has the tag's name: in its spelling, or another agent's of two words."""
    if f"<{name}>" in OPENERS:
        return None
    if known_name(name, tools) is not None:
        return known_name(name, tools)
    meant = meant_name(name, tools)
    return meant if meant is not None and ("_" in name or name.lower() == meant.lower()) else None


def _stacked(text: str, tag: re.Match[str]) -> list[re.Match[str]]:
    """`tag` and the tags right behind it, which may only hold the parameters: `<args><file><path>`."""
    tags = [tag]
    while len(tags) < FRAMES and (inner := _TAG.match(text, skip_space(text, tags[-1].end()))) is not None:
        tags.append(inner)
    return tags


def _parameter(key: str, tool: str, root: Node) -> str | None:
    """The parameter that `key` is, or is a known other name of."""
    if key in root.properties:
        return key
    known = BUILTIN.get(tool, {})
    return next((name for name in root.properties if key in known.get(name, ())), None)


def _plain(text: str, at: int, tag: re.Match[str], root: Node, tools: Toolset) -> Block | None:
    """`<N>V</N>`, where the tool requires one text and nothing else."""
    name, asked = tag["key"], root.required or root.properties.keys()
    only = next(iter(asked)) if len(asked) == 1 else ""
    declared = root.properties.get(only)
    if declared is None or declared.types != {"string"}:
        return None
    closer = f"</{name}>"
    first = text.find(closer, tag.end(), tag.end() + LONGEST)
    if first < 0:
        return None
    on_its_line = "\n" not in text[tag.end() : first] and _LINE_END.match(text, first + len(closer))
    if not on_its_line and not _ALONE.match(text, tag.end()):
        return None  # prose: `<bash>ls</bash> lists the files.`
    end = _end(text, tag)
    if end is None:
        return broken(at, len(text))
    if not text[tag.end() : end].strip():
        return None
    span = (at, end + len(closer))
    if text.startswith(closer, skip_space(text, span[1])):
        return broken(at, len(text))
    arguments = inline_typed(name, [Value(only, tag, text[tag.end() : end])], tools)
    return Block(span, (Leak(name, arguments, span),))


def _end(text: str, tag: re.Match[str], closer: str = "") -> int | None:
    """Where the value of `tag` ends: at its closer, before the `closer` that ends a line or another tag.

    Without `closer`, its own ends a line. Pairs of the same tag inside it are the value's.
    """
    step(1 + (len(text) - tag.end()) // CHARACTERS_A_STEP)
    depth = 0
    either = re.compile(rf"<(?P<closes>/?){re.escape(tag['key'])}>")
    for mark in counted(either.finditer(text, tag.end())):
        if not mark["closes"]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            after = skip_space(text, mark.end()) if closer else mark.end()
            closed = text.startswith(closer, after) and _LINE_END.match(text, after + len(closer))
            if closed or (closer and _TAG.match(text, after)):
                return mark.start()
    return None
