"""Tags that each carry `]<]minimax[>[` before them; objects are nested tags, arrays repeated `<item>`:
MiniMax M3.
"""

from __future__ import annotations

import re
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.grammars.scan.typed import parameters, typed
from sidecar.core.literals import skip_space
from sidecar.core.schema.node import Node
from sidecar.core.toolset import Toolset

MARKERS = ("]<]minimax[>[",)
_P = r"\]<\]minimax\[>\[\s{0,8}"
OPENER = rf"(?:{_P})?<tool_call>(?=\s{{0,20}}{_P}<)|{_P}<invoke\s"
_WRAPPER = re.compile(rf"(?:{_P})?<tool_call>\s*")
_INVOKE = re.compile(rf"{_P}<invoke\s{{1,8}}name=[\"'](?P<name>[^\"'<>\n]{{1,160}})[\"']\s{{0,4}}>")
_INVOKE_END = re.compile(rf"{_P}</invoke>")
_WRAPPER_END = re.compile(rf"\s*(?:{_P})?</tool_call>")
_TAG = re.compile(rf"{_P}<(?P<close>/?)(?P<key>[^<>/\n]{{1,160}})>")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    wrapper = _WRAPPER.match(text, at)
    here = wrapper.end() if wrapper is not None else at
    leaks: list[Leak] = []
    end = here
    while (opened := _INVOKE.match(text, here)) is not None:
        read = _arguments(text, opened.end(), parameters(opened["name"], tools) or {})
        if isinstance(read, int):
            return broken(at, read)
        arguments, end = read
        leaks.append(Leak(opened["name"], arguments, (opened.start(), end)))
        if len(leaks) > CALLS_READ:
            return broken(at, len(text))
        here = skip_space(text, end)
    if not leaks:
        return broken(at, len(text)) if here >= len(text) else None
    closer = _WRAPPER_END.match(text, end)
    return Block((at, closer.end() if closer is not None else end), tuple(leaks))


def _arguments(text: str, at: int, declared: Any) -> tuple[JsonObject, int] | int:
    """The tags up to `</invoke>` as an object, or where reading stopped."""
    stack: list[tuple[str, Node | None, list[tuple[str, Any]], int]] = [("", None, [], at)]
    for tag in _TAG.finditer(text, at):
        key, node, items, inner = stack[-1]
        if not tag["close"]:
            if tag["key"].startswith("invoke "):
                return tag.start()
            below = declared.get(tag["key"]) if len(stack) == 1 else _below(node, tag["key"])
            stack.append((tag["key"], below, [], tag.end()))
        elif len(stack) == 1:
            closed = _INVOKE_END.match(text, tag.start())
            made = _object(items)
            return tag.start() if closed is None or made is None else (made, closed.end())
        elif tag["key"] == key:
            stack.pop()
            value = _value(items, node, text[inner : tag.start()])
            stack[-1][2].append((key, value))
        else:
            return tag.start()
    return len(text)


def _below(node: Node | None, key: str) -> Node | None:
    if node is None:
        return None
    return node.items if key == "item" and "array" in node.types else node.child(key)


def _object(items: list[tuple[str, Any]]) -> JsonObject | None:
    made = dict(items)
    return made if len(made) == len(items) else None


def _value(items: list[tuple[str, Any]], node: Node | None, raw: str) -> Any:
    if not items:
        return typed(raw, node)
    if all(key == "item" for key, _ in items) and (node is None or "array" in node.types):
        return [value for _, value in items]
    return dict(items)
