"""`bash(command="ls")`, `bash{"command": "ls"}`, `bash<arg_key>…` as a name: the whole call was put in it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject
from sidecar.core.schema.node import Node
from sidecar.core.toolset import Toolset

from .literals import NoLiteralsError, keywords, value

_HEAD = re.compile(
    r"\s{0,16}[\"'`]?(?:<[|/]?\w{1,40}(?:[|]?>\s{0,4}|=))?"
    r"([\w.:/-]{1,128}?)[\"'`]?>?\s{0,4}[:=]?\s{0,4}(?=[({<])"
)
_TAIL = re.compile(r"(?:</?(?:arguments|function|invoke|tool_call|tool)>|[\"'`;\s])*")
_PAIRS = (
    re.compile(r"\s*<arg_key>([^<>]{1,100})</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL),
    re.compile(r"\s*<parameter(?:=|\s+name=\"?)([^<>\"]{1,100})\"?>(.*?)</parameter>", re.DOTALL),
)


@dataclass(frozen=True, slots=True)
class CallText:
    """`text` is the JSON text of the arguments, or `positional` their one unnamed value."""

    head: str
    text: str = ""
    positional: str | None = None

    def arguments_for(self, tool: str, tools: Toolset) -> str | None:
        """The argument text for `tool`; a positional value needs one required string property."""
        if self.positional is None:
            return self.text
        found = tools.get(tool)
        if found is None:
            return None
        node = Node(found.parameters, found.parameters)
        if len(node.resolved.required) != 1:
            return None
        (key,) = node.resolved.required
        declared = node.properties.get(key)
        if declared is None or "string" not in declared.types:
            return None
        return json.dumps({key: self.positional})


def call_text(name: str) -> CallText | None:
    """The call written out in `name`; None where there is none, or no complete one of literals."""
    head = _HEAD.match(name)
    if head is None:
        return None
    rest = name[head.end() :]
    if rest[0] == "{":
        return CallText(head[1], rest) if len(rest.strip()) > 2 else None
    if rest[0] == "<":
        pairs = _tagged(rest)
        return CallText(head[1], json.dumps(pairs)) if pairs else None
    close = rest.rfind(")")
    if close < 0 or not _TAIL.fullmatch(rest, close + 1):
        return None
    return _called(head[1], rest[1:close].strip())


def _called(head: str, inside: str) -> CallText | None:
    if not inside:
        return None
    if inside[0] == "{":
        return CallText(head, inside)
    try:
        return CallText(head, json.dumps(keywords(inside)))
    except NoLiteralsError:
        pass
    try:
        only = value(inside)
    except NoLiteralsError:
        return None
    return CallText(head, positional=only) if isinstance(only, str) else None


def _tagged(text: str) -> JsonObject | None:
    """Keys and values written as tags, when they are all there is. Values stay text: the schema decides."""
    for pattern in _PAIRS:
        found: JsonObject = {}
        at = 0
        while pair := pattern.match(text, at):
            if pair[1] in found:
                return None
            found[pair[1]] = pair[2]
            at = pair.end()
        if found:
            return found if _TAIL.fullmatch(text, at) else None
    return None
