"""The closed list of ways in which a model writes a text that stands in a file otherwise. One a file.

Each yields the edit in other characters, oldText and newText changed alike; what cannot be changed alike is
not yielded. Whether the text stands in the file, once, is for `repair` to see. No two are combined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from sidecar.core.edits.file_text import Edit, FileText

from .blank_ends import blank_ends
from .diff_markers import diff_markers
from .entities import entities
from .escapes import escapes
from .fence import fence
from .indentation import indentation
from .line_numbers import line_numbers
from .tabs import tabs

Transform: TypeAlias = Callable[[Edit, FileText], Iterator[Edit]]

TRANSFORMS: Mapping[str, Transform] = {
    "edit-line-numbers": line_numbers,
    "edit-indentation": indentation,
    "edit-tabs": tabs,
    "edit-escapes": escapes,
    "edit-entities": entities,
    "edit-blank-ends": blank_ends,
    "edit-fence": fence,
    "edit-diff-markers": diff_markers,
}
