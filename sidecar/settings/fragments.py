"""Lists of models in the settings: fragments of ids, as regular expressions, to which one model is added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .config import matches


def with_model(fragments: Sequence[str], model: str) -> list[str]:
    """The list that holds `model`. One that matches it already stays as it is."""
    return [*fragments] if matches(fragments, model) else [*fragments, _fragment(model)]


def without_model(fragments: Sequence[str], model: str) -> list[str]:
    """The list without the entry for `model` alone. Broader ones may still match it."""
    return [each for each in fragments if each.lower() != _fragment(model).lower()]


def _fragment(model: str) -> str:
    return re.sub(r"[^\w/:-]", r"\\\g<0>", model)
