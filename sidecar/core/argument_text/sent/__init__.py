r"""The streamed text of arguments that pi has read → what the text says more than pi's reading of it.

pi's parser keeps the last of a key given twice, reads every number as a double, and takes a backslash that
begins no escape of JSON for text.
"""

from __future__ import annotations

from .meaning import RULES, SPELLING, Meant, Unclear, as_pi, meaning

__all__ = ["RULES", "SPELLING", "Meant", "Unclear", "as_pi", "meaning"]
