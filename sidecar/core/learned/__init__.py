"""A recovery model's answer as structure: `{"alpha": …, "beta": …}` → alpha is path, beta is content.

A shape says where each value goes and holds no value. It is stored under the fault it repairs. When the next
call has that fault, the shape is applied and the result checked as a rule's repair is.
"""

from __future__ import annotations

from .casts import widened
from .derive import derive
from .fault import fault
from .judged import judged
from .order import alike, in_order, says, says_another, side
from .shape import Shape, Take, from_json, in_words, to_json

__all__ = [
    "Shape",
    "Take",
    "alike",
    "derive",
    "fault",
    "from_json",
    "in_order",
    "in_words",
    "judged",
    "says",
    "says_another",
    "side",
    "to_json",
    "widened",
]
