"""`(path="a", limit=5)` → `{"path": "a", "limit": 5}`: literals read token by token, nothing evaluated."""

from __future__ import annotations

import json
import re
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.values import CONSTANTS, PYTHON_ESCAPES, json_decoder

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<key>[A-Za-z_][\w-]*)\s*(?:=(?!=)|:(?=\s*["'\[{\d-]))
    | (?P<block>"{3}(?:[^\\]|\\.)*?"{3}|'{3}(?:[^\\]|\\.)*?'{3})
    | (?P<text>"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*')
    | (?P<word>True|False|None|true|false|null)\b
    | (?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])
    | (?P<sign>[\[\]{},:])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE = {**PYTHON_ESCAPES, "0": "\0"}
_ITSELF = "\\'\"/"
_DEEPEST = 100  # deeper than any tool's schema
_CLOSES = {"]": "[", "}": "{"}


class NoLiteralsError(Exception):
    """Not a list of literals: a name, a call, an expression, or cut off."""


def keywords(text: str) -> JsonObject:
    """The keyword arguments between the brackets of a call. Raises NoLiteralsError."""
    found: JsonObject = _loaded("{" + _json(text, keyed=True) + "}")
    return found


def value(text: str) -> Any:
    """The one literal in `text`. Raises NoLiteralsError."""
    return _loaded(_json(text, keyed=False))


def _json(text: str, *, keyed: bool) -> str:
    """JSON text of the same tokens. Keys are only taken at the top, where a call has them."""
    out: list[str] = []
    open_signs: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            raise NoLiteralsError(text[at : at + 20])
        at = token.end()
        if token["key"] is not None:
            if open_signs or not keyed or (out and out[-1] != ","):
                raise NoLiteralsError("a key inside a value")
            out.append(json.dumps(token["key"]) + ":")
        elif token["block"] is not None:
            out.append(json.dumps(_unescaped(token["block"][3:-3])))
        elif token["text"] is not None:
            out.append(json.dumps(_unescaped(token["text"][1:-1])))
        elif token["word"] is not None:
            out.append(json.dumps(CONSTANTS[token["word"]]))
        elif token["number"] is not None:
            out.append(token["number"])
        else:
            _sign(token["sign"], open_signs, out)
    if open_signs:
        raise NoLiteralsError("cut off")
    if out and out[-1] == ",":
        out.pop()
    return "".join(out)


def _sign(sign: str, open_signs: list[str], out: list[str]) -> None:
    if sign in "[{":
        if len(open_signs) >= _DEEPEST:
            raise NoLiteralsError("too deep")
        open_signs.append(sign)
    elif sign in _CLOSES:
        if not open_signs or open_signs.pop() != _CLOSES[sign]:
            raise NoLiteralsError(sign)
        if out[-1] == ",":
            out.pop()
    out.append(sign)


def _loaded(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise NoLiteralsError(str(error)) from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NoLiteralsError("a key twice")
    return found


_DECODER = json_decoder(object_pairs_hook=_without_repeats)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    if code:
        number = int(code, 16)
        if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise NoLiteralsError(escape[0])
        return chr(number)
    if escape[4] in _SIMPLE:
        return _SIMPLE[escape[4]]
    return escape[4] if escape[4] in _ITSELF else escape[0]
