"""text → what it may mean: every way to read an argument text, surest first.

The order decides only whose steps are named, and that valid JSON costs one reader: readers that disagree
about a fitting object make the text ambiguous, whichever comes first.
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
    """Whether no later reader need be asked: JSON, or every quote stands where JSON has one."""
    return reader is read_strict or (reader is read_lenient and "add-comma" not in steps)
