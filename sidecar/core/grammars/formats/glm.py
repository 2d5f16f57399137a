"""`<tool_call>N<arg_key>K</arg_key><arg_value>V</arg_value></tool_call>`: GLM 4.5 to 5.3, Hunyuan
Hy3 and Hy4.

GLM 4.5 and Hy3 set every tag on a line of its own; later ones write no white space. A call without
arguments is a bare name. The opener may be lost as a special token: `N<arg_key>…</tool_call>`.
"""

from __future__ import annotations

import re

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.tag_set import Tags
from sidecar.core.grammars.scan.tag_values import Value, unframed
from sidecar.core.grammars.scan.tags import extract_tags
from sidecar.core.grammars.scan.typed import typed_arguments
from sidecar.core.toolset import Toolset

MARKERS = ("<tool_call>", "<arg_key>")
OPENER = r"<tool_calls?>\s{0,8}(?:<tool_call>\s{0,8})?(?=[A-Za-z_])|<arg_key>"
_NAME = r"(?P<name>[A-Za-z_][\w.\-:/]{0,119})"
_KEY_TAG, _VALUE_TAG = r"<(?:arg_key|arg_value|tool_call)>\s{0,8}", r"\s{0,8}</?(?:arg_key|arg_value)>"
# one of its three tags is lost, or another in its place
_LOST_VALUE = re.compile(
    rf"(?:{_KEY_TAG})?(?P<key>[\w.\-]{{1,160}})(?:{_VALUE_TAG}\s{{0,8}}<arg_value>|{_VALUE_TAG}|</arg_key>)"
)
_LOST_KEY = r"(?:<tool_call>|(?<=\s))[\w.\-]{1,160}</arg_key>"
_LINE_NAME = re.compile(r"[A-Za-z_][\w.\-:/]{0,119}\s{0,4}\Z")


def _typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    texts = {value.key.strip(): unframed(value.text) if _own_line(value) else value.text for value in values}
    return typed_arguments(name, texts, tools)


def _own_line(value: Value) -> bool:
    return value.tag.string[value.tag.start() - 1 : value.tag.start()] == "\n"


def _tags(opener: str, inner_call: re.Pattern[str] | None = None) -> Tags:
    return Tags(
        call=re.compile(
            rf"{opener}{_NAME}\s{{0,8}}(?:<tool_sep>\s{{0,8}}(?=[<{{]|\Z)|(?=<arg_key>|</tool_call>)|(?={_LOST_KEY}))"
        ),
        call_end=re.compile(r"</tool_call>"),
        value=re.compile(r"<arg_key>(?P<key>[^<>\n]{1,160})</arg_key>\s{0,8}<arg_value>(?:<arg_value>)?"),
        value_end=re.compile(r"</arg_value>"),
        wrapper=re.compile(r"<tool_calls>"),
        wrapper_end=re.compile(r"</tool_calls>"),
        type=_typed,
        inner_call=inner_call,
        like_call=re.compile(r"<tool_call>"),
        lost_value=_LOST_VALUE,
        piece=re.compile(r"</?arg_(?:key|value)>"),
        body_json=True,
    )


_TAGS = _tags(r"<tool_call>\s{0,8}")
_NO_OPENER = _tags("", _TAGS.call)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if not text.startswith("<arg_key>", at):
        return extract_tags(text, at, _TAGS, tools)
    name = _LINE_NAME.search(text, max(0, at - 124), at)
    return extract_tags(text, name.start(), _NO_OPENER, tools) if name is not None else None
