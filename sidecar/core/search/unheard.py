"""Why a call must not run though pi would accept it."""

from __future__ import annotations


class UnheardError(Exception):
    """pi would ignore a key that carries meaning. The text tells the model what to send instead."""
