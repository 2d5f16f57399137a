"""`<tool_call><function=N><parameter=K>⏎V⏎</parameter></function></tool_call>`: Qwen3-Coder and many after
it.

MiMo writes V on the tag's line and entity-encodes it; Tiny Aya sets a line break after each V and none
before; Seed-OSS has its own wrapper. The wrapper, its opener alone, `</parameter>` before the next tag and
`</function>` are all seen missing.
"""

from __future__ import annotations

import html
import re

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.tag_set import Tags
from sidecar.core.grammars.scan.tag_values import Value, inline_typed, one_newline_off
from sidecar.core.grammars.scan.tags import extract_tags
from sidecar.core.grammars.scan.typed import typed_arguments
from sidecar.core.toolset import Toolset

MARKERS = ("<function=", "tool_call>")
OPENER = r"(?:<(?:seed:)?tool_call>\s{0,8}){1,4}(?:</think>\s{0,8})?<?function=|<function="
_SEED = "<seed:tool_call>"
_ENCODED = re.compile(r"(?:[^&<>]|&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[0-9a-fA-F]{1,6});){1,200000}")


def _typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    texts = {}
    ends_framed = all(value.text.endswith("\n") and not _begins_framed(value) for value in values)
    for value in values:
        if ends_framed:
            texts[_bare(value.key)] = value.text.removesuffix("\n").removesuffix("\r")
        else:
            framed = _begins_framed(value)
            texts[_bare(value.key)] = one_newline_off(value.text) if framed else _decoded(value.text)
    return typed_arguments(name, texts, tools)


def _begins_framed(value: Value) -> bool:
    return value.text.startswith(("\n", "\r\n"))


def _seed_typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    return inline_typed(name, [Value(_bare(value.key), value.tag, value.text) for value in values], tools)


def _bare(key: str) -> str:
    return key.strip().strip("\"'")


def _decoded(text: str) -> str:
    """MiMo's entities undone, only where every character is as an encoder leaves it."""
    return html.unescape(text) if "&" in text and _ENCODED.fullmatch(text) else text


def _tags(wrapper: str, seed: bool) -> Tags:
    return Tags(
        call=re.compile(r"<?function=[\"']?(?P<name>[^<>\"'\n{]{1,160})[\"']?>"),
        call_end=re.compile(r"</function>"),
        value=re.compile(r"<parameter=(?P<key>[^<>\n]{1,160})>"),
        value_end=re.compile(r"</parameter>"),
        wrapper=re.compile(f"<{wrapper}>"),
        wrapper_end=re.compile(f"</{wrapper}>"),
        type=_seed_typed if seed else _typed,
        body_json=True,
        plain=True,
        like_value=re.compile(r"<parameter\s[^<>\n]{1,160}(?<!/)>"),
        like_call=re.compile(r"<function\s[^<>\n]{1,160}(?<!/)>"),
        lost_value=re.compile(r"<?parameter=(?P<key>[\w.\-\"']{1,160})(?:>|(?=\n))"),
        piece=re.compile(r"<(?:parameter|function)="),
    )


_QWEN, _SEED_TAGS = _tags("tool_call", False), _tags("seed:tool_call", True)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return extract_tags(text, at, _SEED_TAGS if text.startswith(_SEED, at) else _QWEN, tools)
