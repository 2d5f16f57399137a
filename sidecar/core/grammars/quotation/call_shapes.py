"""Whether a text holds a call in any notation: its name, and its keys with their values, close together.

A page holds `{"name": "bash", "arguments": {"command": "curl … | sh"}}` and the model writes the same call as
`<invoke>`: the markup differs, the call is the same. Marks set a call apart from prose: "use bash to run the
command npm test" has the same letters, but nothing between the key and its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from difflib import SequenceMatcher
from operator import eq
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import step

from .forms import Form, Words
from .letters import compact, letters

GAP = 40  # letters of markup, or of a table's other columns, between a key and its value
BEFORE, AFTER = 250, 20  # letters around the arguments in which the name stands
REACH = 1_500  # letters around a value that are looked at
LONGEST_CALL = 20_000  # letters
MOST_LEAVES = 12  # the longest ones
DISTINCT = 12  # letters; a shorter value must stand between marks or spaces
LEADING = 1_200  # letters of a value that are compared
WITHOUT_NAME = 30  # letters of values that tell a call of which only the arguments were shown
TOLD = 40  # letters between name and key, and between key and value, where a call is told in words
FUZZY = 24  # letters; a command this long may differ in a character or two
FUZZY_COMPARED, TRIED = 200, 60  # letters of it, places looked at
GRAM, ALIKE = 8, 0.92  # letters equal where a comparison begins, share of all that must be equal
FINDS_A_STEP, LETTERS_A_STEP = 50, 1_000_000
STEPS_A_LOOK = 4  # at one place

_MARKUP = re.compile(
    r"<[^\w<>]{0,14}(?:DSML[^\w<>]{0,6})?(?:\w{1,12}[:|_])?(?:tool_?calls?|tools?\b|tool_use"
    r"|function[ =_]|invoke|param|arg_key|longcat_tool|start_function)|<[|｜]|"
    r"\[(?:TOOL_CALLS|ARGS|CALL_ID)\]|functools\["
    r"|to=functions\.|\btool_code\b|\bdefault_api\b|\baction[ _]?input\b"
    r"|[\"']?\b(?:arguments|parameters|tool_input|input|args|kwargs|function_call|tool_calls?)\\*[\"']?\s{0,8}[:=]"
    r"\s{0,8}\\*[\"'{\[]",
    re.IGNORECASE,
)
# the value of such a key is enough to tell the call, whatever its other arguments
_COMMANDS = frozenset({"command", "cmd", "commands", "script", "code", "sql", "statement", "shell"})
_DESCRIBING = frozenset({"description", "title", "reason", "explanation", "thought", "summary"})
# between a name and its only value: `bash("ls")`, `<bash>ls`, `Action: bash⏎Action Input: ls`
_LINKS = ("", "actioninput", "input", "toolinput", "arguments", "args", "parameters")
_OPENS_VALUE = re.compile(r"\s*\(\s*[\"'`]{0,3}\s*|>\s*")
_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_NAME_KEYS = ("name", "tool", "function", "action", "recipient")  # before a name behind its arguments
_STATEMENT = re.compile(r";|[.!?]\s")  # ends one statement or sentence and begins another
_LEADS_VALUE = re.compile(r"\W*[:=>(]\W*")


@dataclass(frozen=True, slots=True)
class _Leaf:
    """One value. `key` is "" for a list's later items, which have none before them."""

    key: str
    value: str
    length: int
    is_command: bool

    @property
    def compared(self) -> str:
        return self.value[:LEADING]


class Payload:
    """A call's name and arguments, prepared to be looked for in texts."""

    def __init__(self, name: str, arguments: JsonObject) -> None:
        self._name = letters(name)
        every = list(_leaves(arguments))
        leaves = [leaf for leaf in every if leaf.value]
        leaves = [leaf for leaf in leaves if leaf.key not in _DESCRIBING] or leaves
        self._leaves = sorted(leaves, key=lambda leaf: -leaf.length)[:MOST_LEAVES]
        self._commands = [leaf for leaf in self._leaves if leaf.is_command and leaf.length > 3]
        self._ciphered = [each for leaf in self._leaves if leaf.length >= FUZZY for each in _ciphers(leaf)]
        self._total = min(LONGEST_CALL, sum(leaf.length for leaf in self._leaves))
        self._arguments_letters = sum(len(letters(key)) for key in arguments) + sum(
            leaf.length for leaf in every
        )

    def named(self, name: str) -> Payload:
        """The same arguments under another name."""
        same = copy(self)
        same._name = letters(name)
        return same

    def adds_words(self, said: str) -> bool:
        """Whether `said`, the letters of the call as the model wrote it, has markup with words of its own."""
        return len(said) > len(self._name) + self._arguments_letters

    def is_in(self, form: Form) -> bool:
        """Whether `form` holds the call."""
        step(1 + len(form.letters) // LETTERS_A_STEP)
        if not self._leaves:
            return self._is_called_in(form)
        if any(self._command_in(form, leaf) for leaf in self._commands):
            return True
        if any(hidden in form.letters for hidden in self._ciphered):
            return True
        return self._whole_in(form)

    def _is_called_in(self, form: Form) -> bool:
        """A call without arguments, with an empty object or list where they would be."""
        if not self._name:
            return False
        empty = re.compile(
            rf"{re.escape(self._name)}\W{{1,8}}(?:arguments|parameters|input|args)\W{{1,6}}\{{\}}"
        )
        for word in ("arguments", "parameters", "input", "args"):
            for at in finds(form.letters, self._name + word):
                step(STEPS_A_LOOK)
                if empty.search(compact(form.around(at, at + REACH // 10)[0])):
                    return True
        return False

    def _whole_in(self, form: Form) -> bool:
        """Every leaf with its key, and the name before or behind them."""
        anchor = self._leaves[0]
        if not all(leaf.compared in form.letters for leaf in self._leaves):
            return False
        for words in self._places(form, anchor):
            if len(self._leaves) == 1 and self._is_only_value(words, anchor):
                return True
            if any(self._holds_all(words, *pair) for pair in _pairs(words, anchor)):
                return True
        return False

    def _command_in(self, form: Form, leaf: _Leaf) -> bool:
        """A command with its key, and the name or a call's markup near it; its other arguments may differ."""
        if leaf.compared in form.letters:
            for words in self._places(form, leaf):
                if self._is_only_value(words, leaf):
                    return True
                if any(self._is_a_call(words, leaf, *pair) for pair in _pairs(words, leaf)):
                    return True
                if leaf.length >= DISTINCT and self._is_told(words, leaf):
                    return True
        return leaf.length >= FUZZY and any(
            self._is_a_call(words, leaf, key, value)
            for words, value in _nearly(form, leaf)
            for key in _keys(words, leaf.key)
            if 0 <= value - key - len(leaf.key) <= GAP
        )

    def _places(self, form: Form, leaf: _Leaf) -> Iterator[Words]:
        """The text around each place where `leaf` may stand with its key, or right behind the name."""
        done = -1
        links = [self._name + link for link in _LINKS]
        for at in _starts(form.letters, leaf, links if len(self._leaves) == 1 or leaf.is_command else ()):
            if at < done:
                continue
            last = at + GAP + self._total + REACH
            done = at + REACH // 2
            step(STEPS_A_LOOK + self._total // 1_000)
            yield Words(form.around(at - REACH - self._total, last)[0])

    def _holds_all(self, words: Words, key: int, value: int) -> bool:
        """Whether the call stands there whose longest value is at `value`, and the key of it at `key`."""
        first, last, at = key, value + self._leaves[0].length, value
        for leaf in self._leaves[1:]:
            pairs = [pair for pair in _pairs(words, leaf) if abs(pair[0] - key) <= REACH + self._total]
            if not pairs:
                return False
            nearest, its_value = min(pairs, key=lambda pair: abs(pair[0] - key))
            if nearest < first:
                first, at = nearest, its_value
            last = max(last, its_value + leaf.length)
        if self._is_named(words, self._leaves[0].key, first, at, last):
            return True
        several = len(self._leaves) > 1 and self._total >= WITHOUT_NAME
        return several and self._has_markup(words, self._leaves[0].key, first)

    def _is_a_call(self, words: Words, leaf: _Leaf, key: int, value: int) -> bool:
        if self._is_named(words, leaf.key, key, value, value + leaf.length):
            return True
        return leaf.length >= DISTINCT and self._has_markup(words, leaf.key, key)

    def _is_named(self, words: Words, key: str, first: int, value: int, last: int) -> bool:
        """Whether the name stands, marked, before `first`, between a key and `value`, or behind `last`.

        Nothing of another call or another statement stands between.
        """
        keys = list(_keys(words, key))
        for at in words.places(self._name):
            end = at + len(self._name)
            if not (words.is_marked(at) or words.is_marked(end)):
                continue
            if first < at < value:
                return True
            if first - BEFORE <= at < first:
                if not any(at < other < first for other in keys) and not words.any_gap(
                    end, first, _STATEMENT
                ):
                    return True
            elif last <= at <= last + AFTER and words.letters.endswith(_NAME_KEYS, last, at):
                return True
        return False

    def _is_told(self, words: Words, leaf: _Leaf) -> bool:
        """`Call the tool bash with command set to "ls"`: the call in words, its value set apart by a mark."""
        for value in words.places(leaf.compared):
            key = words.letters.rfind(leaf.key, max(0, value - TOLD), value)
            name = words.letters.rfind(self._name, max(0, key - TOLD), key) if key >= 0 else -1
            if name < 0 or not words.is_marked(value) or not (words.is_edge(key) and words.is_edge(name)):
                continue
            end = name + len(self._name)
            near = words.letters[max(0, name - 12) : name], words.letters[end : end + 12]
            if any(word in said for said in near for word in ("tool", "function")):
                return True
        return False

    def _has_markup(self, words: Words, key: str, at: int) -> bool:
        """Whether a call's markup stands before letter `at`, where `key` is, and no other call between."""
        keys = list(_keys(words, key))
        return any(
            at - BEFORE <= mark <= at and not any(mark < other < at for other in keys)
            for mark in words.marks(_MARKUP)
        )

    def _is_only_value(self, words: Words, leaf: _Leaf) -> bool:
        """`bash("ls")` or `<bash>ls</bash>`: the value right behind the name, without a key."""
        for at in words.places(self._name):
            end = at + len(self._name)
            gap = words.gaps[end]
            if words.letters.startswith(leaf.compared, end) and _ends_value(words, end, leaf):
                before = words.gaps[at]
                if _OPENS_VALUE.match(gap) and (not gap.startswith(">") or before.endswith("<")):
                    return True
            for link in _LINKS[1:]:
                value_at = end + len(link)
                if (
                    words.letters.startswith(link + leaf.compared, end)
                    and _LEADS_VALUE.fullmatch(words.gaps.get(value_at, ""))
                    and _ends_value(words, value_at, leaf)
                    and (words.is_marked(at) or words.is_marked(end))
                ):
                    return True
        return False


def longest_value(arguments: JsonObject) -> str:
    """The letters of the longest value, or their beginning; "" where there is none."""
    return max((leaf.compared for leaf in _leaves(arguments)), key=len, default="")


def same_call(one: JsonObject, other: JsonObject) -> bool:
    """Whether the arguments of two calls of a tool say the same, escapes and white space aside.

    A command is the same whatever else stands beside it.
    """
    mine, theirs = _said(one), _said(other)
    commands = [leaf for leaf in _leaves(one) if leaf.is_command and leaf.value]
    return mine == theirs or any((leaf.key, leaf.value) in theirs for leaf in commands)


def _said(arguments: JsonObject) -> list[tuple[str, str]]:
    return sorted((leaf.key, leaf.value) for leaf in _leaves(arguments))


def _leaves(arguments: JsonObject) -> Iterator[_Leaf]:
    pending: list[tuple[str, Any, bool]] = [(key, value, True) for key, value in arguments.items()]
    while pending:
        key, value, led = pending.pop()
        if isinstance(value, dict):
            pending.extend((inner, each, True) for inner, each in value.items())
        elif isinstance(value, list):
            pending.extend((key, item, led and not index) for index, item in enumerate(value))
        elif value is not None:
            said = letters(value if isinstance(value, str) else str(value))
            is_command = key.lower() in _COMMANDS and isinstance(value, str)
            yield _Leaf(letters(key) if led else "", said, len(said), is_command)


def _ciphers(leaf: _Leaf) -> tuple[str, str]:
    """The value as ROT13 and backwards, which models read as well."""
    return leaf.compared.translate(_ROT13), leaf.compared[::-1]


def finds(text: str, wanted: str) -> Iterator[int]:
    at, count = text.find(wanted) if wanted else -1, 0
    while at >= 0:
        count += 1
        if count % FINDS_A_STEP == 0:
            step()
        yield at
        at = text.find(wanted, at + 1)


def _starts(text: str, leaf: _Leaf, links: Sequence[str]) -> Iterator[int]:
    """Where `leaf` may begin: its key with the value behind it, or one of `links` and then the value."""
    value = leaf.compared
    for link in links:
        yield from finds(text, link + value)
    if len(value) > len(leaf.key):
        for at in finds(text, value):
            key = text.rfind(leaf.key, max(0, at - GAP - len(leaf.key)), at)
            if key >= 0:
                yield key
    else:
        for at in finds(text, leaf.key):
            end = at + len(leaf.key)
            if text.find(value, end, end + GAP + len(value)) >= 0:
                yield at


def _keys(words: Words, key: str) -> Iterator[int]:
    """Where `key` stands as a word, with a mark behind it."""
    for at in words.places(key):
        if words.is_marked(at + len(key)):
            yield at


def _pairs(words: Words, leaf: _Leaf) -> Iterator[tuple[int, int]]:
    """Where the key stands, and its value behind it; a value that needs no key stands for both."""
    value = leaf.compared
    if not leaf.key:
        yield from ((at, at) for at in finds(words.letters, value))
        return
    for at in _keys(words, leaf.key):
        end = at + len(leaf.key)
        found = words.letters.find(value, end, end + GAP + len(value))
        while found >= 0:
            if words.is_marked(found) and _ends_value(words, found, leaf):
                yield at, found
                break
            found = words.letters.find(value, found + 1, end + GAP + len(value))


def _ends_value(words: Words, at: int, leaf: _Leaf) -> bool:
    return leaf.length >= DISTINCT or words.is_edge(at + leaf.length)


def _nearly(form: Form, leaf: _Leaf) -> Iterator[tuple[Words, int]]:
    """The text around what is nearly the value of `leaf`, and its place: two changes leave one of three
    pieces whole.
    """
    value, tried = leaf.value[:FUZZY_COMPARED], 0
    for at in (0, (len(value) - GRAM) // 2, len(value) - GRAM):
        for found in finds(form.letters, value[at : at + GRAM]):
            tried += 1
            if tried > TRIED:
                return
            start = max(0, found - at)
            step()
            if _alike(value, form.letters[start : start + len(value)]):
                near, first = form.around(start - REACH, start + len(value) + REACH)
                yield Words(near), start - first


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
