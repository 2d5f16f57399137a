"""A format that is nothing but its tokens: one row of `rows.ROWS`, read by the scanners of this folder.

Tokens are literal text. White space may stand between any two; a space inside a token stands for any of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from re import Match, Pattern

from sidecar.core.grammars.leak import Block, broken
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

from .headed_calls import read_calls
from .json_calls import closed_by, extract_json
from .python_calls import extract_lines, extract_listed
from .tag_set import Tags
from .tags import extract_tags

Tokens = tuple[str, ...]  # any one of them
_NAME = r"(?P<name>[A-Za-z_][\w.\-:/]{0,119})"
_ID = r"(?P<id>[\w.\-:]{1,80})"
_SPACE = r"\s{0,8}"
_HEADING = 240  # characters before an opener in which its heading stands


class Body(Enum):
    """What stands between opener and closer."""

    JSON = "name and arguments in one JSON object; several of them, or a list"
    KEYED_JSON = "the same, where the name is the only key: {N: A}"
    ARGUMENTS = "the name, then the arguments as a JSON object"
    VALUES = "the name, then each argument as a key and a value in tags; or JSON"
    PYTHON = "N(K=V): a list in brackets, or one call a line"


@dataclass(frozen=True)
class Row:
    """One format. `name`: in settings and records. `about`: the form and who writes it, for the docs.

    `before_name`: tokens between the opener and the name, where an id may stand before them. `after_name`:
    between the name and what follows. `key`, `value` and `value_end` stand around each key and value.
    `wrapper` and `wrapper_end` stand around all calls of a message and may be missing. `prompted`: the first
    opener may be in the prompt, so that the message begins with the name. `named_before`: the name stands
    before the opener as well, after one of these tokens. `frame`: tokens around texts, which go where a call
    goes; a regular expression. `markers`: what to look for where a token alone is a common word.
    """

    name: str
    about: str
    body: Body
    opener: Tokens
    closer: Tokens = ()
    before_name: Tokens = ()
    after_name: Tokens = ()
    key: Tokens = ()
    value: Tokens = ()
    value_end: Tokens = ()
    wrapper: Tokens = ()
    wrapper_end: Tokens = ()
    prompted: bool = False
    named_before: Tokens = ()
    frame: str = ""
    markers: Tokens = ()
    MARKERS: Tokens = field(init=False)
    OPENER: str = field(init=False)
    FRAME: str = field(init=False)
    _read: _Patterns = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        read = _Patterns(self)
        begins = [*self.opener, *self.wrapper]
        tokens = self.markers or (*begins, *(self.after_name if self.prompted else ()))
        marks = {_rarest(token) for token in tokens}
        shortest = {mark for mark in marks if not any(other in mark for other in marks - {mark})}
        opener = _any(begins)
        if self.prompted:
            opener += rf"|\A{_SPACE}{_unnamed(_NAME)}{_SPACE}(?:{_any(self.after_name)})"
        for key, made in {
            "MARKERS": tuple(sorted(shortest)), "OPENER": opener, "FRAME": self.frame, "_read": read
        }.items():  # fmt: skip
            object.__setattr__(self, key, made)

    def extract(self, text: str, at: int, tools: Toolset) -> Block | None:
        """The block that begins at `at`, or None where the text there is not of this format."""
        block = self._block(text, at, tools)
        if block is None or not self.named_before or not block.leaks:
            return block
        start = self._read.heading_start(text, at, block.leaks[0].name)
        first = replace(block.leaks[0], span=(start, block.leaks[0].span[1]))
        return replace(block, span=(start, block.span[1]), leaks=(first, *block.leaks[1:]))

    def _block(self, text: str, at: int, tools: Toolset) -> Block | None:
        if self.body is Body.ARGUMENTS:
            return self._named_calls(text, at, tools)
        opened = self._read.opening.match(text, at)
        body = skip_space(text, opened.end()) if opened is not None else at
        if self.body is Body.VALUES and text[body : body + 1] not in ("{", "["):
            return extract_tags(text, at, self._read.tags, tools)
        if opened is None:
            return None
        closers = (*self.closer, *self.wrapper_end)
        if self.body is Body.PYTHON:
            listed = text.startswith("[", body)
            read = (extract_listed if listed else extract_lines)(text, at, body, tools)
        else:
            read = extract_json(text, at, body, tools, keyed=self.body is Body.KEYED_JSON, closers=closers)
        return closed_by(text, read, closers)

    def _named_calls(self, text: str, at: int, tools: Toolset) -> Block | None:
        wrapped = self._read.wrapper.match(text, at)
        begin = wrapped.end() if wrapped is not None else at
        block = read_calls(text, at, begin, self._read.head, self._read.closer, _named, tools)
        if not (block.whole and block.leaks):
            return None if block.whole else block
        after = skip_space(text, block.span[1])
        if self._read.opener.match(text, after) is not None:
            return broken(at, after)  # the next call cannot be read
        return closed_by(text, block, self.wrapper_end) if self.wrapper_end else block


class _Patterns:
    """The regular expressions of a row."""

    def __init__(self, row: Row) -> None:
        wrapper = f"(?:(?:{_any(row.wrapper)}){_SPACE})?" if row.wrapper else ""
        opener, closer, after = _any(row.opener), _any(row.closer), _any(row.after_name)
        before = f"(?:{_ID}{_SPACE})?(?:{_any(row.before_name)}){_SPACE}" if row.before_name else ""
        first = rf"|\A{_SPACE}" if row.prompted else ""
        self.opening: Pattern[str] = re.compile(f"{wrapper}(?:{opener})")
        self.wrapper: Pattern[str] = re.compile(wrapper)
        self.opener: Pattern[str] = re.compile(opener)
        self.closer: Pattern[str] = re.compile(f"{_SPACE}(?:{closer})" if closer else "")
        self.head: Pattern[str] = re.compile(
            rf"(?:{opener}{first}){_SPACE}{before}{_NAME}{_SPACE}(?:{after}){_SPACE}(?=\{{|\Z)"
        )
        self._before = row.named_before
        if row.body is Body.VALUES:
            key, value = _any(row.key), _any(row.value)
            between = f"(?:(?:{after}){_SPACE})?" if after else ""
            self.tags = Tags(
                call=re.compile(rf"(?:{opener}){_SPACE}{_NAME}{_SPACE}{between}(?={key}|{closer}|\{{)"),
                call_end=re.compile(closer),
                value=re.compile(rf"(?:{key})(?P<key>[^<>\n]{{1,160}})(?:{value})"),
                value_end=re.compile(_any(row.value_end)),
                wrapper=re.compile(_any(row.wrapper)) if row.wrapper else None,
                wrapper_end=re.compile(_any(row.wrapper_end)) if row.wrapper_end else None,
                body_json=True,
                piece=re.compile(key),
            )

    def heading_start(self, text: str, at: int, name: str) -> int:
        """Where the heading of the call begins whose opener stands at `at`: a token, and the name again."""
        lead = text[max(0, at - _HEADING) : at]
        left = lead.rstrip().removesuffix(name)
        for token in self._before:
            if left.rstrip().endswith(token):
                return at - len(lead) + len(left.rstrip()) - len(token)
        return at - len(lead) + len(left) if left != lead.rstrip() else at


def _named(head: Match[str]) -> tuple[str, str | None]:
    return head["name"], head.groupdict().get("id")


def _any(tokens: Iterable[str]) -> str:
    return "|".join(_source(token) for token in tokens)


def _source(token: str) -> str:
    """The token as a regular expression. One that begins with a word does not begin inside another word."""
    source = _SPACE.join(re.escape(part) for part in token.split(" "))
    return rf"(?<!\w){source}" if token[0].isalnum() else source


def _rarest(token: str) -> str:
    """The longest part of a token without white space."""
    return max(token.split(" "), key=len)


def _unnamed(source: str) -> str:
    return source.replace("?P<name>", "?:")
