"""A text between quotes that nobody escaped: `body='it's done'`, as LFM2.5's and Llama 4's templates write.

Its last quote is the one before the next declared argument, or before the end of the call. What Python reads
too, such as `"rm " + "build"`, is malformed: it may be an expression, and nothing here computes.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection

from sidecar.core.budget import step
from sidecar.core.grammars.names import known_name
from sidecar.core.literals import Fault, Scanned
from sidecar.core.toolset import Toolset
from sidecar.core.values import LITERAL_LONGEST

from .typed import parameters

_CHARACTERS_A_STEP = 2_000
_AFTER = (
    r"\s{0,8}(?:,\s{0,8}(?P<key>[A-Za-z_]\w{0,120})\s{0,8}=(?!=)"
    r"|\)\s{0,8}(?:\]\s{0,8}(?:<|\Z)|</|<\||(?:,\s{0,8})?(?P<call>[A-Za-z_][\w.\-]{0,120})\())"
)
_ENDS = {quote: re.compile(quote + _AFTER) for quote in "'\""}


def scan_raw(text: str, at: int, name: str, given: Collection[str], tools: Toolset) -> Scanned | Fault:
    """The text after the quote at `at`, as it stands. `given`: the arguments of the call to `name` so far."""
    keys = (parameters(name, tools) or {}).keys() - set(given)
    here = at
    for end in _ENDS[text[at]].finditer(text, at + 1):
        step(1 + (end.start() - here) // _CHARACTERS_A_STEP)
        here = end.start()
        if (end["key"] is None or end["key"] in keys) and (
            end["call"] is None or known_name(end["call"], tools) is not None
        ):
            if _is_expression(text[at : end.start() + 1]):
                return Fault.MALFORMED
            return Scanned(text[at + 1 : end.start()], end.start() + 1)
    return Fault.CUT


def _is_expression(source: str) -> bool:
    """Whether Python reads `source`; a long text is none, since reading it takes long."""
    if len(source) > LITERAL_LONGEST:
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(f"({source}\n)", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def as_written(source: str, value: object) -> object:
    """The value of the literal `source`, which keeps its backslashes if nothing in it is escaped.

    Whoever escapes writes `\\n` for a line break, and escapes quotes.
    """
    quote = source[:1]
    if quote not in ("'", '"') or source.startswith(quote * 3) or "\n" not in source:
        return value
    return source[1:-1] if "\\" in source and "\\" + quote not in source else value
