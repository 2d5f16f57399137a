"""Tags that each carry `]<]minimax[>[` before them; objects are nested tags, arrays repeated `<item>`:
MiniMax M3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import CALLS_READ, Block, Leak, broken
from sidecar.core.grammars.scan.lost_tags import without_line_break
from sidecar.core.grammars.scan.typed import parameters, typed
from sidecar.core.grammars.steps import counted
from sidecar.core.literals import skip_space
from sidecar.core.schema.node import Node
from sidecar.core.toolset import Toolset

MARKERS = ("]<]minimax[>[",)
_P = r"\]<\]minimax\[>\[\s{0,8}"
OPENER = rf"(?:{_P})?<tool_call>(?=\s{{0,20}}{_P}<)|{_P}<invoke\s"
_WRAPPER = re.compile(rf"(?:{_P})?<tool_call>\s*")
_INVOKE = re.compile(rf"{_P}<invoke\s{{1,8}}name=[\"'](?P<name>[^\"'<>\n]{{1,160}})[\"']\s{{0,4}}>")
_WRAPPER_END = re.compile(rf"\s*(?:{_P})?</tool_call>")
_FOLLOWS = re.compile(rf"\s{{0,80}}(?:{_P}|(?=</invoke>))")
_TAG = re.compile(rf"(?P<mark>{_P})?<(?P<close>/?)(?P<key>[^<>/\n]{{1,160}})>")


@dataclass
class _Open:
    """A parameter or property whose closer has not come yet."""

    key: str
    node: Node | None
    inner: int
    items: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """Whether the schema wants a plain value here, so that no tag belongs inside."""
        return self.node is not None and not self.node.types & {"object", "array"}


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
    """The tags up to `</invoke>` as an object, or where reading stopped.

    The closer of a plain value may be lost before the next parameter, before the closer of what holds it or
    before `</invoke>`; closers may have lost their marker. A whole call inside a text is data.
    """
    stack = [_Open("", None, at)]
    documented = 0
    for tag in counted(_TAG.finditer(text, at)):
        key, top, marked = tag["key"], stack[-1], tag["mark"] is not None
        said = tag["close"] + key.partition(" ")[0]
        if documented:
            documented += marked * ((said == "invoke") - (said == "/invoke"))
        elif not marked and not _closes_unmarked(text, tag, top):
            continue
        elif top.is_text and said in ("tool_call", "/tool_call"):
            continue  # around a documented call
        elif said == "/invoke" and len(stack) <= 2 and (len(stack) == 1 or top.is_text):
            _close_lost(stack, text, tag.start(), 1)
            made = _object(stack[0].items)
            return tag.start() if made is None else (made, tag.end())
        elif said == "invoke":
            if not top.is_text:
                return tag.start()
            documented = 1
        elif not tag["close"]:
            if top.is_text:
                if len(stack) != 2 or key not in declared or key in (top.key, *dict(stack[0].items)):
                    return tag.start()
                _close_lost(stack, text, tag.start(), 1)
            below = declared.get(key) if len(stack) == 1 else _below(stack[-1].node, key)
            stack.append(_Open(key, below, tag.end()))
        elif len(stack) > 1 and key == top.key:
            _close(stack, text[top.inner : tag.start()])
        elif len(stack) > 2 and key == stack[-2].key and top.is_text:
            _close_lost(stack, text, tag.start(), 2)
            _close(stack, "")
        else:
            return tag.start()
    return len(text)


def _closes_unmarked(text: str, tag: re.Match[str], top: _Open) -> bool:
    """Whether a closer without its marker is one: the call goes on, or ends, right behind it."""
    if not tag["close"] or tag["key"] != (top.key or "invoke"):
        return False
    follows = _FOLLOWS.match(text, tag.end())
    return top.key == "" or (follows is not None and not text.startswith(f"</{top.key}>", follows.end()))


def _close(stack: list[_Open], raw: str) -> None:
    done = stack.pop()
    stack[-1].items.append((done.key, _value(done.items, done.node, raw)))


def _close_lost(stack: list[_Open], text: str, at: int, down_to: int) -> None:
    """Supply the closer of the open value at `at`, if one is open below `down_to`."""
    if len(stack) > down_to:
        _close(stack, without_line_break(text[stack[-1].inner : at], lost_opener=False, supplied=True))


def _below(node: Node | None, key: str) -> Node | None:
    if node is None:
        return None
    return node.items if key == "item" and "array" in node.types else node.child(key)


def _object(items: list[tuple[str, Any]]) -> JsonObject | None:
    made = dict(items)
    return made if len(made) == len(items) else None


def _value(items: list[tuple[str, Any]], node: Node | None, raw: str) -> Any:
    if not items or (node is not None and not node.types & {"object", "array"}):
        return typed(raw, node)
    if all(key == "item" for key, _ in items) and (node is None or "array" in node.types):
        return [value for _, value in items]
    return dict(items)
