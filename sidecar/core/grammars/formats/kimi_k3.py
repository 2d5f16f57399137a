"""`<|open|>call tool="N" index="1"<|sep|><|open|>argument key="K" type="T"<|sep|>V<|close|>argument<|sep|>…`:
Kimi K3.

Strings are raw, other types JSON; only attribute text is XML-escaped.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.tag_set import Tags
from sidecar.core.grammars.scan.tag_values import Value
from sidecar.core.grammars.scan.tags import extract_tags
from sidecar.core.grammars.scan.typed import json_text, parameters, typed
from sidecar.core.toolset import Toolset

MARKERS = ("<|open|>",)
OPENER = r"(?:<\|close\|>(?:response|think)<\|sep\|>\s{0,4})?<\|open\|>(?:tools<\|sep\|>|call\b)"
_ARGUMENT = r'argument\s{1,4}key="(?P<key>[^"<>\n]{1,200})"(?:\s{1,4}type="(?P<type>\w{1,16})")?\s{0,4}'
FRAME = r"<\|open\|>(?:response|think)<\|sep\|>|<\|close\|>(?:response|think|message)<\|sep\|>"
_INDEX = re.compile(r'index="(?P<index>\d+)"')


def _typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    declared = parameters(name, tools) or {}
    arguments: JsonObject = {}
    for value in values:
        key = html.unescape(value.key)
        node = declared.get(key)
        if node is not None:
            arguments[key] = typed(value.text, node)
        else:
            arguments[key] = value.text if value.tag["type"] == "string" else json_text(value.text)
    return arguments


_TAGS = Tags(
    call=re.compile(r'<\|open\|>call\s{1,4}tool="(?P<name>[^"<>\n]{1,160})"[^<>\n]{0,80}<\|sep\|>'),
    call_end=re.compile(r"<\|close\|>call<\|sep\|>"),
    value=re.compile(rf"<\|open\|>{_ARGUMENT}<\|sep\|>"),
    value_end=re.compile(r"<\|close\|>argument<\|sep\|>"),
    wrapper=re.compile(
        r"(?:<\|close\|>(?:response|think)<\|sep\|>\s{0,4})?<\|open\|>tools<\|sep\|>"
        r"|<\|close\|>(?:response|think)<\|sep\|>"
    ),
    wrapper_end=re.compile(r"<\|close\|>(?:tools|message)<\|sep\|>|<\|end_of_msg\|>"),
    type=_typed,
    lost_value=re.compile(rf"(?:<\|open\|>)?{_ARGUMENT}(?:<\|sep\|>|(?=\n))"),
    wrong_end=re.compile(
        r"<\|(?:close\|>(?:(?:arg|parameter|param|value)<\|sep\|>|argument)|open\|>argument<\|sep\|>)"
    ),
    wrong_call_end=re.compile(
        r"<\|close\|>(?:(?!tools|message)\w{1,16}<\|sep\|>|call)|<\|open\|>call<\|sep\|>"
    ),
    stray=re.compile(r"<\|close\|>(?!tools|message)\w{1,16}<\|sep\|>"),
    piece=re.compile(r"<\|(?:open\|>(?:call|argument)\s|close\|>(?:argument|call)\b(?!<\|sep\|>))"),
    stray_value=re.compile(r"<\|close\|>(?:arg|parameter|param|value|think)<\|sep\|>"),
)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    block = extract_tags(text, at, _TAGS, tools)
    if block is None:
        return None
    numbered = tuple(
        replace(leak, id=index["index"]) if (index := _INDEX.search(text, *leak.span)) is not None else leak
        for leak in block.leaks
    )
    return replace(block, leaks=numbered)
