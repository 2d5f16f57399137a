"""A text that the model was given → the calls that stand in it, in any notation that is read."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset

from .find import grammars_in, walk
from .formats import NAMED
from .names import known_name
from .quotation.records import json_calls


def calls_in(text: str, tools: Toolset) -> Iterator[tuple[str, JsonObject]]:
    """Name and arguments of each, wherever it stands."""
    for name, arguments in json_calls(text):
        yield known_name(name, tools) or name, arguments
    for _, block in walk(text, grammars_in(text, NAMED), tools, quoted=True).blocks:
        for leak in block.leaks:
            yield known_name(leak.name, tools) or leak.name, leak.arguments
