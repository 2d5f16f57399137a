"""Verbs that say what to do, and nothing of what to do it to."""

from __future__ import annotations

from sidecar.core.names.verbs import VERBS

# They mean the same wherever they stand in a name.
ACTIONS = VERBS | frozenset(
    "book calculate forecast generate identify mix modify play predict refresh".split()
)
