"""`<｜DSML｜invoke name="N"><｜DSML｜parameter name="K" string="true">V</｜DSML｜parameter>`: DeepSeek V3.2,
V4, V4.1; with the word GCML GigaChat 3.5.

Bars are seen doubled, in ASCII, as U+2016, spaced out and half lost. `string="true"` is verbatim, "false" is
JSON; where the schema knows the parameter, the schema decides. Values are never trimmed.
"""

from __future__ import annotations

import re
from re import Match

from sidecar.core.blocks import JsonObject
from sidecar.core.grammars.leak import Block
from sidecar.core.grammars.scan.tag_set import Tags
from sidecar.core.grammars.scan.tag_values import Value
from sidecar.core.grammars.scan.tags import extract_tags
from sidecar.core.grammars.scan.typed import json_text, parameters, typed
from sidecar.core.toolset import Toolset

MARKERS = ("DSML", "GCML")
_DSML = r"(?=[\s|｜‖DG])\s?(?:[|｜‖]\s?){0,2}(?:DSML|GCML)\s?(?:[|｜‖]\s?){1,2}"
_OUTER = r"(?:tool_calls|function_calls|calls|tool_use)"
OPENER = rf"<{_DSML}(?:{_OUTER}>|invoke\s)"


def _typed(name: str, values: list[Value], tools: Toolset) -> JsonObject:
    declared = parameters(name, tools) or {}
    return {value.key: _value(value, declared.get(value.key)) for value in values}


def _value(value: Value, node: object) -> object:
    from_json = value.tag["string"] == "false"
    if node is None:
        return json_text(value.text) if from_json else value.text
    said = typed(value.text, node)  # type: ignore[arg-type]
    if from_json and said is value.text:
        decoded = json_text(value.text)
        return decoded if isinstance(decoded, str) else value.text
    return said


def _self_closing(opened: Match[str]) -> bool:
    return opened.group().endswith("/>")


_TAGS = Tags(
    call=re.compile(
        rf"<{_DSML}invoke\s{{1,8}}name\s{{0,4}}=\s{{0,4}}[\"'](?P<name>[^\"'<>\n]{{1,160}})[\"']\s{{0,8}}/?>"
    ),
    call_end=re.compile(rf"</{_DSML}invoke>"),
    value=re.compile(
        rf"<{_DSML}parameter\s{{1,8}}name\s{{0,4}}=\s{{0,4}}[\"'](?P<key>[^\"'<>\n]{{1,160}})[\"']"
        r"(?:\s{1,8}string\s{0,4}=\s{0,4}[\"'](?P<string>true|false)[\"'])?\s{0,8}>"
    ),
    value_end=re.compile(rf"</{_DSML}parameter>"),
    wrapper=re.compile(rf"<{_DSML}{_OUTER}>"),
    wrapper_end=re.compile(rf"</{_DSML}{_OUTER}>"),
    type=_typed,
    closes_itself=_self_closing,
    body_json=True,
    lead=r"(?=/?[\s|｜‖]{0,6}[DG])",
    lost_value=re.compile(
        rf"<?(?:{_DSML})?parameter name=[\"'](?P<key>[^\"'<>\n]{{1,160}})[\"']"
        r"(?: string=[\"'](?P<string>true|false)[\"'])?(?:>|(?=\n))"
    ),
    wrong_end=re.compile(rf"<(?:/(?:{_DSML})?[\w.\-]{{1,80}}|{_DSML}(?:parameter|param)|parameter)>"),
    wrong_call_end=re.compile(rf"</?(?:{_DSML})?(?:invoke|function|tool_call)>"),
    stray=re.compile(rf"</(?:{_DSML})?(?:(?:function|tool|invoke)\w{{0,20}}|param(?:eter)?|think)>"),
    piece=re.compile(rf"<{_DSML}(?:invoke|parameter) name=[\"'][^\"'<>\n]{{1,160}}[\"'](?=[<\n])"),
)


def extract(text: str, at: int, tools: Toolset) -> Block | None:
    return extract_tags(text, at, _TAGS, tools)
