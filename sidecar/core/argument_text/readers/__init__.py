"""The readers of an argument text, strictest first.

The order decides only whose steps are recorded, and that valid JSON needs one reader: where readers find
different objects that fit, the text is ambiguous.
"""

from __future__ import annotations

from sidecar.core.argument_text.verdict import Reader

from .anchored_quotes import read_to_any_key, read_to_declared_key
from .lenient import read_lenient
from .python_literal import read_python
from .strict import read_strict

READERS: tuple[Reader, ...] = (
    read_strict,
    read_python,
    read_lenient,
    read_to_declared_key,
    read_to_any_key,
)


def settles(reader: Reader, steps: tuple[str, ...]) -> bool:
    """Whether no later reader need be asked: the text is JSON, or its quotes stand where JSON has them."""
    return reader is read_strict or (reader is read_lenient and "add-comma" not in steps)
