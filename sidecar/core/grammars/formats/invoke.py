"""`<function_calls><invoke name="N"><parameter name="K">V</parameter></invoke></function_calls>`:
Claude through aggregators, MiniMax M2 (`<minimax:tool_call>`), Step-3 (`steptml:`), Muse (`atem:`), dots
(`<dots_function_call>`), DeepSeek without its DSML.

DeepSeek's `string="true"` attribute remains. All tags of one call have the same prefix. MiniMax may
lose every `<` and `</`: `invoke name="N">`, `parameter name="K">Vparameter>`, `invoke>`.
"""

from __future__ import annotations

import re
from re import Match

from sidecar.core.grammars.leak import Block, broken
from sidecar.core.grammars.names import meant_names
from sidecar.core.grammars.scan.tag_set import NEVER, Tags
from sidecar.core.grammars.scan.tags import extract_tags
from sidecar.core.toolset import Toolset

MARKERS = ("invoke",)
_KEY = r"name=[\"'](?P<key>[^\"'<>\n]{1,160})[\"'](?:\s{1,4}\w{1,16}=[\"']\w{1,16}[\"'])?\s{0,4}"
_PREFIXES = ("", "antml:", "atem:", "steptml:")
_STEP = r"<[｜|]tool_calls?_begin[｜|]>|function<[｜|]tool_sep[｜|]>"
_FRAME = r"(?:<\|start\|>assistant |\A\s{0,8})to=(?!user<|self<)[\w.\-]{1,120}<\|message\|>"
FRAME = r"(?:<\|start\|>assistant )?to=(?:self|user)<\|message\|>|<\|eom\|>"
_WRAPPERS = (
    rf"(?:{_FRAME}\s{{0,4}})?<(?:antml:|atem:)?(?:function_calls|tool_calls?)>|<minimax:tool_call>|<tool_use>"
    r"|<dots_function_call>"
    rf"|{_STEP}"
)
_WRAPPER_ENDS = (
    r"</(?:antml:|atem:)?(?:function_calls|tool_calls?)>|</minimax:tool_call>|</tool_use>|<\|eom\|>"
    r"|</dots_function_call>|<[｜|]tool_calls?_end[｜|]>"
)
_BARE_CALL = r"(?:minimax:tool_call>\s{0,8})?invoke name=[\"']"
OPENER = (
    rf"(?:{_WRAPPERS})(?=\s{{0,20}}<)|(?:{_STEP})|<(?:antml:|atem:|steptml:)?invoke\s|(?<![^\n]){_BARE_CALL}"
)
_PREFIXED = re.compile(rf"(?:(?:{_WRAPPERS})\s{{0,20}}){{0,4}}<(?P<prefix>antml:|atem:|steptml:)?invoke\b")


def _self_closing(opened: Match[str]) -> bool:
    return opened.group().endswith("/>")


def _tags(prefix: str) -> Tags:
    def named(tag: str, group: str) -> re.Pattern[str]:
        name = rf"name\s{{0,4}}=\s{{0,4}}[\"']?(?P<{group}>[^\"'<>\n]{{1,160}})[\"']?"
        slash = "/?" if group == "name" else ""
        return re.compile(
            rf"{prefix}{tag}\s{{1,8}}{name}(?:\s{{1,4}}\w{{1,16}}=[\"']\w{{1,16}}[\"'])?\s{{0,8}}{slash}>"
        )

    closing = prefix.replace("<", "</")
    return Tags(
        call=named("invoke", "name"),
        call_end=re.compile(f"{closing}invoke>"),
        value=named("parameter", "key"),
        value_end=re.compile(f"{closing}parameter>"),
        wrapper=re.compile(_WRAPPERS if prefix else "minimax:tool_call>"),
        wrapper_end=re.compile(_WRAPPER_ENDS if prefix else "minimax:tool_call>"),
        closes_itself=_self_closing,
        body_json=True,
        plain=True,
        like_value=re.compile(r"<parameter[=\s][^<>\n]{1,160}(?<!/)>") if prefix == "<" else NEVER,
        lost_value=re.compile(rf"<?{prefix[1:]}parameter {_KEY}(?:>|(?=\n))") if prefix else NEVER,
        piece=re.compile(rf"{prefix}(?:invoke|parameter) {_KEY}(?=[<\n])") if prefix else NEVER,
    )


_TAGS = {prefix: _tags(f"<{prefix}") for prefix in _PREFIXES}
_NO_ANGLES, _BARE = _tags(""), re.compile(_BARE_CALL)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    if _BARE.match(text, at) is not None:
        block = extract_tags(text, at, _NO_ANGLES, tools)
        return block if block is None or _is_safe_without_angles(text, block, tools) else broken(*block.span)
    prefixed = _PREFIXED.match(text, at)
    if prefixed is None:
        return None
    return extract_tags(text, at, _TAGS[prefixed["prefix"] or ""], tools)


def _is_safe_without_angles(text: str, block: Block, tools: Toolset) -> bool:
    """Whether tags without `<` may run: values may have lost their `<` too, so only tools that read may."""
    names = (name for leak in block.leaks for name in meant_names(leak.name, leak.arguments, tools))
    called = (tools.get(name) for name in names)
    return "<" in text[slice(*block.span)] or all(tool is None or tool.effect == "read" for tool in called)
