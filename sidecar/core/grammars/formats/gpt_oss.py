"""`<|channel|>commentary to=functions.N <|constrain|>json<|message|>A<|call|>`: gpt-oss Harmony.

The recipient may stand in the role header; stop tokens are normally gone; all tokens may have been decoded
away, which leaves `assistantcommentary to=functions.N json A`. `to=python` is no function, JSON on `final` is
an answer.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.leak import Block, Leak, broken
from sidecar.core.grammars.scan.json_value import scan_json
from sidecar.core.grammars.scan.typed import cast_strings
from sidecar.core.literals import Fault
from sidecar.core.toolset import Toolset

MARKERS = ("<|channel|>", "<|message|>", "to=functions.")
_TO = r"to=(?P<{}>(?:functions\.)?[\w.\-]{{1,120}})(?::\d{{1,4}})?"
_CHANNEL = r"<\|channel\|>\s{0,4}(?:commentary|analysis)"
OPENER = (
    r"<\|start\|>assistant\s{0,4}(?=to=|<\|channel\|>)|<\|channel\|>"
    r"|(?:assistant)?(?:commentary|analysis)?[ \t]?\bto=functions\."
)
FRAME = (
    r"(?:<\|start\|>assistant\s{0,4})?<\|channel\|>(?:commentary|analysis|final)\s{0,4}"
    r"(?:<\|constrain\|>\w{0,16})?<\|message\|>"
    r"|<\|end\|>|<\|return\|>|<\|call\|>|<\|start\|>assistant\s*\Z"
)
_HEADER = re.compile(
    r"(?:<\|start\|>assistant)?\s{0,4}(?:"
    + _TO.format("role")
    + rf"\s{{0,4}}{_CHANNEL}|{_CHANNEL}\s{{1,4}}"
    + _TO.format("channel")
    + r"(?:<\|channel\|>\w{1,16})?)\s{0,4}(?:<\|constrain\|>)?\s{0,4}(?:json)?\s{0,4}<\|message\|>\s{0,8}"
)
_STRIPPED = re.compile(
    r"(?:assistant)?(?:commentary|analysis)?[ \t]?to=functions\.(?P<name>[\w.\-]{1,120}?)"
    r"(?:\s{0,4}(?:commentary|analysis))?\s{0,4}(?:json\s{0,4})?(?=\{|\Z)"
)
_END = re.compile(r"\s{0,4}<\|(?:call|end|return)\|>")


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    header = _HEADER.match(text, at)
    if header is not None:
        name = header["role"] or header["channel"]
    else:
        header = _STRIPPED.match(text, at)
        if header is None:
            return None
        name = header["name"]
    body = header.end()
    if body < len(text) and text[body] != "{":
        return None
    scanned = scan_json(text, body)
    if isinstance(scanned, Fault):
        return broken(at, len(text) if scanned is Fault.CUT else body)
    if not isinstance(scanned.value, dict):
        return None
    closer = _END.match(text, scanned.end)
    end = closer.end() if closer is not None else scanned.end
    return Block((at, end), (Leak(name, cast_strings(name, scanned.value, tools), (at, end)),))
