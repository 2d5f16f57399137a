"""`<K>V</K>` inside a call, K a declared parameter: written in place of `<parameter=K>V</parameter>`."""

from __future__ import annotations

import re
from collections.abc import Callable
from re import Match

from sidecar.core.grammars.leak import Span
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

from .typed import parameters

_TAG = re.compile(r"<(?P<key>[A-Za-z_]\w{0,80})>")


def plain_tag(text: str, at: int, name: str, tools: Toolset) -> Match[str] | None:
    """The tag at `at` that names a parameter of the tool; None for any other text."""
    tag = _TAG.match(text, at)
    return tag if tag is not None and tag["key"] in (parameters(name, tools) or {}) else None


def plain_value(
    text: str, tag: Match[str], structural: Callable[[int], bool], name: str, tools: Toolset
) -> Span | None:
    """Where the value of `tag` ends, and where reading goes on. Markup of the call follows its closer."""
    closer = f"</{tag['key']}>"
    end = text.find(closer, tag.end())
    while end >= 0:
        after = skip_space(text, end + len(closer))
        if structural(after) or plain_tag(text, after, name, tools) is not None:
            return end, end + len(closer)
        end = text.find(closer, end + len(closer))
    return None
