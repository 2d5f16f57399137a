"""Tool calls that a model wrote as text → calls.

A new format is one module and one line in `formats`, and one table in tests/cases/grammars.
"""

from __future__ import annotations

from .bare import BARE
from .extract import Extraction, extract, is_clean
from .formats import GRAMMARS, name_of
from .leak import Block, Grammar, Leak, Place
from .quotation.shown import Shown
from .reader import LeakedCall, Refused
from .settings import GrammarSettings

__all__ = [
    "BARE",
    "GRAMMARS",
    "Block",
    "Extraction",
    "Grammar",
    "GrammarSettings",
    "Leak",
    "LeakedCall",
    "Place",
    "Refused",
    "Shown",
    "extract",
    "is_clean",
    "name_of",
]
