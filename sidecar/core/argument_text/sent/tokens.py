r"""`{"a": 1.10, "a": "\'"}` → its parts as they are written. Only of text that pi's parser takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sidecar.core.argument_text.verdict import DEPTH_LIMIT
from sidecar.core.budget import step


@dataclass(frozen=True, slots=True)
class Text:
    """What stands between the quotes of a string."""

    body: str


@dataclass(frozen=True, slots=True)
class Number:
    spelling: str


class Members(list[tuple[Text, Any]]):
    """An object as written: its members in order, a repeated key included."""


TOKENS_A_STEP = 32

_TOKEN = re.compile(
    r'[ \t\r\n]*(?:"(?P<text>[^"\\]*(?:\\.[^"\\]*)*)"|(?P<number>-?\d[\d.eE+-]*)'
    r"|(?P<word>true|false|null)|(?P<sign>[{}\[\]:,]))",
    re.DOTALL,
)
_WORDS = {"true": True, "false": False, "null": None}


def tree(text: str) -> Any:
    """Objects as Members. Raises ValueError where the text is not of this kind, or too deep.

    Only what is needed to read text that a parser has taken before is checked.
    """
    holders: list[Any] = []
    keys: list[Text | None] = []
    root: Any = None
    last: Any = None  # a string that may be a key
    pos, end = 0, len(text.rstrip(" \t\r\n"))
    tokens = 0
    while pos < end:
        tokens += 1
        if tokens % TOKENS_A_STEP == 0:
            step()
        found = _TOKEN.match(text, pos)
        if found is None or (root is not None and not holders):
            raise ValueError("no JSON")
        pos = found.end()
        kind, said = found.lastgroup, found[found.lastgroup or 0]
        if said == ":" and kind == "sign":
            if not holders or not isinstance(holders[-1], Members) or not isinstance(last, Text):
                raise ValueError("no key")
            keys[-1], last = last, None
            continue
        if kind == "sign" and said in "}],":
            if last is not None:
                raise ValueError("a key without a value")
            if said != ",":
                holders.pop()
                keys.pop()
            continue
        value: Any
        if kind == "text":
            value = Text(said)
            if holders and isinstance(holders[-1], Members) and keys[-1] is None:
                last = value
                continue
        elif kind == "number":
            value = Number(said)
        elif kind == "word":
            value = _WORDS[said]
        else:
            value = Members() if said == "{" else []
        if not holders:
            root = value
        elif isinstance(holders[-1], Members):
            key, keys[-1] = keys[-1], None
            if key is None:
                raise ValueError("no key")
            holders[-1].append((key, value))
        else:
            holders[-1].append(value)
        if kind == "sign":
            holders.append(value)
            keys.append(None)
            if len(holders) > DEPTH_LIMIT:
                raise ValueError("too deep")
    if holders or not isinstance(root, Members):
        raise ValueError("no object")
    return root
