r"""`"a\x1b[2Jb"` → `"a\\x1b[2Jb"`: what a model wrote, as a terminal and a page may show it.

Control characters move a cursor, set a title or a clipboard; directional ones show a text in another order.
"""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def printable(text: str) -> str:
    """`text` with every such character written as its escape. Line breaks and tabs stay."""
    return _UNSAFE.sub(_escape, text) if _UNSAFE.search(text) else text


def one_line(text: str) -> str:
    return printable(text).replace("\n", "\\n")


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
