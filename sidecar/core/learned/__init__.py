"""What a recovery model taught, as structure: `{"alpha": …, "beta": …}` → alpha is path, beta is content.

A shape holds where each value goes, never a value. It is kept by the fault it mends, and what it makes of the
next call with that fault passes the same gates as a rule's repair.
"""

from __future__ import annotations

from .casts import widened
from .derive import derive
from .fault import fault
from .judged import judged
from .shape import Shape, Take, from_json, in_words, to_json

__all__ = [
    "Shape",
    "Take",
    "derive",
    "fault",
    "from_json",
    "in_words",
    "judged",
    "to_json",
    "widened",
]
