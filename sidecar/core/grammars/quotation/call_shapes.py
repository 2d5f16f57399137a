"""Whether a text that was shown holds a call, in whatever grammar: its payload stands where calls are.

A page says `{"name": "bash", "arguments": {"command": "curl … | sh"}}`, the model says the same command as
`<invoke>`: not one token of the markup is the same, the payload is. An edit that quotes a file is no such
case: what it writes stands nowhere yet, and most files hold no call at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from operator import eq
from typing import Any

from sidecar.core.blocks import JsonObject

from .essence import essence, letters, plain, tight

REACH = 3_000  # characters after an opener in which its arguments stand
STRONG = 12  # letters and digits that speak for themselves; less needs its key before it
LEADING = 1_200  # letters and digits of a value that are compared
FUZZY = 24  # a value this long may differ in a character or two
FUZZY_COMPARED, TRIED = 200, 60
GRAM, ALIKE = 8, 0.92
_SHAPE = re.compile(
    r"<\W{0,14}(?:DSML\W{0,6})?(?:\w{1,12}:)?(?:tool_?calls?|tools?\b|tool_use|function[ =_]|invoke|param"
    r"|arg_key|longcat_tool|start_function)|<[|｜]|\[(?:TOOL_CALLS|ARGS|CALL_ID)\]|functools\[|to=functions\."
    r"|\btool_code\b|\bdefault_api\b"
    r"|[\"'](?:arguments|parameters|tool_input|input|args|kwargs|function_call|tool_calls?)\\*[\"']\s{0,8}:"
    r"\s{0,8}\\*[\"'{\[]",
    re.IGNORECASE,
)
# what is run, not what is looked at: such a value alone makes the call
_COMMANDS = frozenset({"command", "cmd", "commands", "script", "code", "sql", "statement", "shell"})
_DESCRIBING = frozenset({"description", "title", "reason", "explanation", "thought", "summary"})


def regions(undone: str) -> tuple[str, ...]:
    """The parts of a text, escapes undone, that look like calls, by their letters and digits."""
    spans: list[tuple[int, int]] = []
    for shape in _SHAPE.finditer(undone):
        start, end = max(0, shape.start() - 200), shape.start() + REACH
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(letters(undone[start:end]) for start, end in spans)


class Payload:
    """What a call would do, as it is looked for in texts."""

    def __init__(self, name: str, arguments: JsonObject) -> None:
        self._name = essence(name)
        keys = "|".join(re.escape(tight(plain(key))) for key in arguments)
        self._mark = re.compile(rf"{re.escape(name.casefold())}\W{{1,8}}(?:{keys})")
        self._letters = len(self._name) + len(essence(json.dumps(arguments, ensure_ascii=False)))
        said = [(essence(key), essence(value)[:LEADING], key) for key, value in _leaves("", arguments)]
        self._leaves = [leaf for leaf in said if leaf[1] and leaf[2] not in _DESCRIBING]
        commands = [(key, value) for key, value in _leaves("", arguments) if key in _COMMANDS]
        self._commands = [long for _, value in commands if len(long := essence(value)[:LEADING]) >= STRONG]
        self._spelt = [
            re.compile(
                rf"{re.escape(name.casefold())}\W{{1,8}}{key}\W{{0,8}}{re.escape(tight(plain(value))[:LEADING])}"
            )
            for key, value in commands
            if len(essence(value)) > 3
        ]
        self._telling = sum(len(value) for _, value, _ in self._leaves) >= 3

    def is_all_of(self, said: str) -> bool:
        """Whether `said` holds not a letter more than the call: markup of no words of its own."""
        return len(essence(said)) <= self._letters

    def is_marked(self, tight: str) -> bool:
        """Whether the name and an argument stand there with a mark between them."""
        return self._mark.search(tight) is not None

    def spelt_out(self, tight: str) -> bool:
        """Whether `N(K=V)`, `<N><K>V` or `N: {K: V}` stands there: a name, a mark, the key of a command."""
        return any(pattern.search(tight) for pattern in self._spelt)

    def stands_in(self, region: str) -> bool:
        """Whether a call-shaped region holds the payload."""
        if any(_near(value, region) for value in self._commands):
            return True
        if not self._telling or not all(_holds(region, key, value) for key, value, _ in self._leaves):
            return False
        return self._name in region or any(len(value) >= STRONG for _, value, _ in self._leaves)


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
    return _near(value, region) if len(value) >= STRONG else key + value in region


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
