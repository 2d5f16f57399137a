"""Objects as lists of members → dicts, where a repeated key has the same value each time."""

from __future__ import annotations

from typing import Any

from sidecar.core.values import equal

from .verdict import DEPTH_LIMIT, Doubt, Pairs


class DeepError(Exception):
    """The tree is deeper than DEPTH_LIMIT."""


def settle(tree: Any) -> Any:
    """The tree as dicts and lists, or a Doubt where a key has two different values. Raises DeepError."""
    try:
        return _settle(tree, 0)
    except _RepeatedError as repeated:
        return Doubt(f"{repeated} is given twice, differently")


class _RepeatedError(Exception):
    pass


def _settle(tree: Any, depth: int) -> Any:
    if depth > DEPTH_LIMIT:
        raise DeepError
    if isinstance(tree, Pairs):
        made: dict[str, Any] = {}
        for key, child in tree:
            value = _settle(child, depth + 1)
            if key in made and not equal(made[key], value):
                raise _RepeatedError(key)
            made[key] = value
        return made
    if isinstance(tree, list):
        return [_settle(child, depth + 1) for child in tree]
    return tree
