"""Whether a text holds a call in any format: the name and the arguments stand close to call markup.

A page holds `{"name": "bash", "arguments": {"command": "curl … | sh"}}` and the model writes the same command
as `<invoke>`: the markup differs, the payload is the same. An edit that repeats lines of a file is not taken
for such a call, since the file holds no call markup near them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from operator import eq
from typing import Any

from sidecar.core.blocks import JsonObject

from .letters import compact, letters, only_letters, unescaped

REACH = 3_000  # characters after an opener in which its arguments stand
DISTINCT = 12  # letters and digits; a shorter value counts only right after its key
LEADING = 1_200  # letters and digits of a value that are compared
FUZZY = 24  # a value this long may differ in a character or two
FUZZY_COMPARED, TRIED = 200, 60  # characters of it, places looked at
GRAM, ALIKE = 8, 0.92  # characters equal where a comparison begins, share of all that must be equal
_SHAPE = re.compile(
    r"<\W{0,14}(?:DSML\W{0,6})?(?:\w{1,12}[:|_])?(?:tool_?calls?|tools?\b|tool_use|function[ =_]|invoke|param"
    r"|arg_key|longcat_tool|start_function)|<[|｜]|\[(?:TOOL_CALLS|ARGS|CALL_ID)\]|functools\[|to=functions\."
    r"|\btool_code\b|\bdefault_api\b"
    r"|[\"'](?:arguments|parameters|tool_input|input|args|kwargs|function_call|tool_calls?)\\*[\"']\s{0,8}:"
    r"\s{0,8}\\*[\"'{\[]",
    re.IGNORECASE,
)
# the value of such a key is enough to tell the call, whatever its other arguments
_COMMANDS = frozenset({"command", "cmd", "commands", "script", "code", "sql", "statement", "shell"})
_DESCRIBING = frozenset({"description", "title", "reason", "explanation", "thought", "summary"})


def regions(text: str) -> tuple[str, ...]:
    """The letters and digits of those parts of `text` (unescaped) that look like calls."""
    spans: list[tuple[int, int]] = []
    for shape in _SHAPE.finditer(text):
        start, end = max(0, shape.start() - 200), shape.start() + REACH
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(only_letters(text[start:end]) for start, end in spans)


class Payload:
    """A call's name and arguments, prepared to be looked for in texts."""

    def __init__(self, name: str, arguments: JsonObject) -> None:
        self._name = letters(name)
        keys = "|".join(re.escape(compact(unescaped(key))) for key in arguments)
        self._mark = re.compile(rf"{re.escape(name.casefold())}\W{{1,8}}(?:{keys})")
        self._letters = len(self._name) + len(letters(json.dumps(arguments, ensure_ascii=False)))
        said = [(letters(key), letters(value)[:LEADING], key) for key, value in _leaves("", arguments)]
        self._leaves = [leaf for leaf in said if leaf[1] and leaf[2] not in _DESCRIBING]
        commands = [(key, value) for key, value in _leaves("", arguments) if key in _COMMANDS]
        self._commands = [long for _, value in commands if len(long := letters(value)[:LEADING]) >= DISTINCT]
        self._commands_named = [
            re.compile(
                rf"{re.escape(name.casefold())}\W{{1,8}}{key}\W{{0,8}}{re.escape(compact(unescaped(value))[:LEADING])}"
            )
            for key, value in commands
            if len(letters(value)) > 3
        ]
        self._has_content = sum(len(value) for _, value, _ in self._leaves) >= 3

    def has_all_letters_of(self, said: str) -> bool:
        """Whether `said` adds no letter to name and arguments: its markup holds no word of its own."""
        return len(letters(said)) <= self._letters

    def is_named_in(self, compact: str) -> bool:
        """Whether the name stands there before the key of an argument, punctuation between them."""
        return self._mark.search(compact) is not None

    def is_command_in(self, compact: str) -> bool:
        """Whether a command stands there with its name and key: `N(K=V)`, `<N><K>V` or `N: {K: V}`."""
        return any(pattern.search(compact) for pattern in self._commands_named)

    def is_in(self, region: str) -> bool:
        """Whether a region that looks like a call holds the payload."""
        if any(_near(value, region) for value in self._commands):
            return True
        if not self._has_content or not all(_holds(region, key, value) for key, value, _ in self._leaves):
            return False
        return self._name in region or any(len(value) >= DISTINCT for _, value, _ in self._leaves)


def _leaves(key: str, value: Any) -> Iterator[tuple[str, str]]:
    pending = [(key, value)]
    while pending:
        key, value = pending.pop()
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, dict):
            pending.extend(value.items())
        elif isinstance(value, list):
            pending.extend((key, item) for item in value)


def _holds(region: str, key: str, value: str) -> bool:
    return _near(value, region) if len(value) >= DISTINCT else key + value in region


def _near(value: str, region: str) -> bool:
    """`value` stands in `region`, a character or two changed at most."""
    if value in region:
        return True
    if len(value) < FUZZY:
        return False
    value, tried = value[:FUZZY_COMPARED], 0
    for at in range(0, len(value) - GRAM, GRAM):
        found = region.find(value[at : at + GRAM])
        while found >= 0 and tried < TRIED:
            tried += 1
            start = max(0, found - at)
            if _alike(value, region[start : start + len(value)]):
                return True
            found = region.find(value[at : at + GRAM], found + 1)
    return False


def _alike(value: str, other: str) -> bool:
    """Nearly all characters agree, place by place, but for one shift."""
    least = ALIKE * len(value)
    agreed = sum(map(eq, value, other))
    if agreed >= least:
        return True
    if agreed < GRAM * 2:
        return False
    matcher = SequenceMatcher(None, value, other, autojunk=False)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return False
    return sum(block.size for block in matcher.get_matching_blocks()) >= least
