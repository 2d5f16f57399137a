r"""`\n` → a newline; `\d` → itself; `C:\new` → a path: the text between two quotes, unescaped."""

from __future__ import annotations

import json
import re
from functools import partial

from sidecar.core.values import JSON_ESCAPES

ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
THEMSELVES = frozenset('"\\/')

# a Windows path whose backslashes were never doubled
_PATH = re.compile(r"[A-Za-z]:(?:\\[^\\/:*?\"<>|\n]+)+\\?")
_RELATIVE = re.compile(r"[\w.-]+(?:\\[bfnrt][\w.-]*){1,20}\.\w{1,5}")
_ODD = re.compile(r"(?<!\\)(?:\\\\)*\\(?![\"\\/bfnrt'])(?!u[0-9a-fA-F]{4})")
_BLANK = re.compile(r"\s")
_LAYOUT = re.compile(r"(?<!\\)(?:\\\\)*\\[nrt](?=\w)")
_PYTHON_ONLY = frozenset("av01234567N")  # `\033`: an escape character in Python, shell text elsewhere
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def json_like(body: str) -> str | None:
    r"""Of a JSON string. `\'` is an apostrophe, other escapes JSON lacks keep a backslash. None: unclear."""
    if "\\" not in body:
        return body
    odd = bool(_ODD.search(body))
    if _PATH.fullmatch(body):
        return body if odd else None  # `C:\new`, but `Q:\nWhy` as well
    if odd and not _BLANK.search(body) and '"' not in body and _LAYOUT.search(body):
        return None  # `src\test\utils`: half of it reads as escapes
    if not odd and _RELATIVE.fullmatch(body):
        return None  # `src\test\new.py`: a path whose backslashes all read as escapes
    if not odd and (quick := _as_json(body)) is not None:
        return quick
    shell = "'\\''" in body  # the shell's way to put ' between '…'
    if "\\'" in body and not shell and re.search(r"(?<!\\)'", body):
        return None  # some apostrophes escaped and some not: the backslash may be content
    return pair(ESCAPE.sub(partial(_json_escape, odd=odd, shell=shell), body))


def _as_json(body: str) -> str | None:
    """The body as JSON reads it; None where it has escapes that JSON lacks."""
    if "\\'" in body:
        return None
    try:
        return str(json.loads(f'"{body}"', strict=False))
    except ValueError:  # a quote inside
        return None


def _json_escape(found: re.Match[str], *, odd: bool, shell: bool) -> str:
    escape = found[1]
    if escape in THEMSELVES or (escape == "'" and not shell):
        return escape
    if escape in JSON_ESCAPES and not (odd and escape in "bf"):  # `\bfoo\s`: word boundaries, not backspaces
        return JSON_ESCAPES[escape]
    if escape[0] == "u" and len(escape) == 5:
        return chr(int(escape[1:], 16))
    return found[0]


def python_like(body: str) -> str | None:
    r"""Of a Python or JavaScript string: `\'` and `\x1b` too. None: the languages disagree about it."""
    if "\\" not in body:
        return body
    if _PATH.fullmatch(body):
        return body if _ODD.search(body) else None
    if not _ODD.search(body) and (quick := _as_json(body)) is not None:
        return quick
    if any(found[1] in _PYTHON_ONLY for found in ESCAPE.finditer(body)):
        return None
    return pair(ESCAPE.sub(_python_escape, body))


def _python_escape(found: re.Match[str]) -> str:
    escape = found[1]
    if escape in THEMSELVES or escape in "'`":
        return escape
    if escape in JSON_ESCAPES:
        return JSON_ESCAPES[escape]
    if escape[0] in "uxU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return chr(code) if code < 0x110000 else found[0]
    return found[0]


def pair(text: str) -> str:
    """Two escaped halves of one character become that character."""
    if not _SURROGATES.search(text):
        return text
    return _SURROGATES.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
