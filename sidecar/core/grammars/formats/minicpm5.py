"""`<function name="N"><param name="K">V</param></function>`: MiniCPM5. V may be CDATA, which is unwrapped."""

from __future__ import annotations

import re

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.tag_set import Tags
from sidecar.core.grammars.scan.tag_values import Value, unframed
from sidecar.core.grammars.scan.tags import extract_tags
from sidecar.core.grammars.scan.typed import typed_arguments
from sidecar.core.toolset import Toolset

MARKERS = ("<function name=",)
OPENER = r"<function name="
_KEY = r"name=[\"'](?P<key>[^\"'<>\n]{1,160})[\"']"
_CDATA, _CDATA_END = "<![CDATA[", "]]>"


def _typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    return typed_arguments(name, {value.key: _text(value.text) for value in values}, tools)


def _text(text: str) -> str:
    said = text.strip()
    if said.startswith(_CDATA) and said.endswith(_CDATA_END):
        return said[len(_CDATA) : -len(_CDATA_END)]
    return unframed(text)


_TAGS = Tags(
    call=re.compile(r"<function name=[\"'](?P<name>[^\"'<>\n]{1,160})[\"']>"),
    call_end=re.compile(r"</function>"),
    value=re.compile(rf"<param {_KEY}>"),
    value_end=re.compile(r"</param>"),
    type=_typed,
    lost_value=re.compile(rf"<?param {_KEY}(?:>|(?=\n))"),
    piece=re.compile(rf"<(?:function|param) {_KEY}(?=[<\n])"),
)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return extract_tags(text, at, _TAGS, tools)
