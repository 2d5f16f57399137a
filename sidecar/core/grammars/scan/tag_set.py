"""The tags of one format as patterns, and what can be said of one place among them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from re import Match, Pattern
from typing import TypeAlias

from sidecar.core.blocks import JsonObject
from sidecar.core.literals import skip_space
from sidecar.core.toolset import Toolset

from .tag_values import Value, inline_typed

Type: TypeAlias = "Callable[[str, list[Value], Toolset], JsonObject]"

_ENDS = "parameter|param|arg_value|arg_key|argument|value"
_CALL_ENDS = "invoke|function|function_calls?|tool_calls?|tool_use|call"
# other families' closers, closers written as openers, and any tag that closes the key: `</command>`
WRONG_END = re.compile(rf"<(?:/(?:[a-z]{{1,16}}:)?[\w.\-]{{1,80}}|{_ENDS})>")
WRONG_CALL_END = re.compile(rf"</(?:[a-z]{{1,16}}:)?(?:{_CALL_ENDS})>|<(?:invoke|function)>")
STRAY_VALUE = re.compile(rf"</(?:[a-z]{{1,16}}:)?(?:{_ENDS}|think)>")
STRAY = re.compile(rf"</(?:[a-z]{{1,16}}:)?(?:(?:function|tool|invoke)\w{{0,20}}|{_ENDS}|think)>")
_SOURCE_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
NEVER = re.compile(r"(?!)")
_END_NAME = re.compile(rf"(?<![\w.\-])(?:{_ENDS})>\Z")
_MENTION_BEFORE, _MENTION_AFTER = "\"'`“”‘’«»([{|,;:=/", "\"'`“”‘’«»)]}|,;:.!?/\\"
STRAYS = 8  # one after the other; with more of them the text is no call
_NEAR = 9  # characters beside a tag in which the rest of its sentence must begin


@dataclass(frozen=True)
class Tags:
    """The tags of one format. `call` has a group `name`; `value` has a group `key`.

    `wrapper` and `wrapper_end` go around several calls and may be missing. `type` turns values into
    arguments. `closes_itself`: whether an opener is the whole call (`<invoke name="ls"/>`). `body_json`: the
    body may be one JSON object. `plain`: values may be `<K>V</K>`.

    `lost_value` is a damaged opener of a value, with the groups of `value`. `wrong_end` and `wrong_call_end`
    may stand where a closer belongs. `stray` closes nothing behind a call, `stray_value` inside one. `like_…`
    are other families' openers that have the same closers. `piece` is what no value may hold beside the four
    tags. `inner_call` is `call` inside values, where it differs.

    `tokens` walks over the four tags, `like_…` and `piece`; `all_tokens` over `wrong_end` too. `lead` is what
    stands behind the `<` of all `tokens`, so that other text is passed quickly.
    """

    call: Pattern[str]
    call_end: Pattern[str]
    value: Pattern[str]
    value_end: Pattern[str]
    wrapper: Pattern[str] | None = None
    wrapper_end: Pattern[str] | None = None
    type: Type = inline_typed
    closes_itself: Callable[[Match[str]], bool] = lambda opened: False
    body_json: bool = False
    plain: bool = False
    lost_value: Pattern[str] = NEVER
    wrong_end: Pattern[str] = WRONG_END
    wrong_call_end: Pattern[str] = WRONG_CALL_END
    stray: Pattern[str] = STRAY
    stray_value: Pattern[str] = STRAY_VALUE
    like_value: Pattern[str] = NEVER
    like_call: Pattern[str] = NEVER
    inner_call: Pattern[str] | None = None
    piece: Pattern[str] = NEVER
    lead: str = ""
    tokens: Pattern[str] = field(init=False)
    all_tokens: Pattern[str] = field(init=False)
    any_end: Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        call = self.inner_call or self.call
        kinds = {"v": self.value, "e": self.value_end, "c": call, "x": self.call_end}
        kinds |= {"o": self.like_value, "d": self.like_call, "p": self.piece}
        object.__setattr__(self, "tokens", _any_of(kinds, self.lead))
        object.__setattr__(self, "all_tokens", _any_of({**kinds, "w": self.wrong_end}))
        ends = (self.call_end, self.wrapper_end, self.wrong_call_end, call)
        sources = (_unnamed(end.pattern) for end in ends if end is not None)
        object.__setattr__(self, "any_end", re.compile("|".join(sources)))

    def structural(self, text: str, at: int) -> bool:
        """Whether what stands at `at` can follow a value: then the closer before it is a real one."""
        return bool(self.value.match(text, at) or self.call_end.match(text, at)) or self.goes_on(text, at)

    def goes_on(self, text: str, at: int) -> bool:
        """Whether another call or the wrapper's closer stands at `at`."""
        if self.call.match(text, at):
            return True
        return self.wrapper_end is not None and self.wrapper_end.match(text, at) is not None

    def block_ends(self, text: str, at: int) -> bool:
        """Whether nothing but the end of the block, or the next call, stands at `at`."""
        return at >= len(text) or self.goes_on(text, at)

    def over_strays(self, text: str, at: int, *, in_call: bool) -> int:
        """The first place from `at` on that holds neither white space nor a closer that closes nothing."""
        here = skip_space(text, at)
        for _ in range(STRAYS):
            if in_call and self.call_end.match(text, here):
                break
            if self.wrapper_end is not None and self.wrapper_end.match(text, here):
                break
            stray = (self.stray_value if in_call else self.stray).match(text, here) or self.value_end.match(
                text, here
            )
            if stray is None:
                break
            here = skip_space(text, stray.end())
        return here

    def ends_wrongly(self, text: str, at: int) -> Match[str] | None:
        """A wrong closer of a call at `at`, where the wrapper's closer or another call stands behind it."""
        closer = self.wrong_call_end.match(text, at)
        return closer if closer is not None and self.goes_on(text, skip_space(text, closer.end())) else None

    def nests(self, text: str, at: int) -> bool:
        """Whether the call that opens at `at`, inside a value, needs a closer."""
        opened = (self.inner_call or self.call).match(text, at)
        return opened is not None and not self.closes_itself(opened)


def _unnamed(source: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", source)


def _branches(source: str) -> list[str]:
    """The alternatives of a regular expression."""
    branches, depth = [""], 0
    for piece in _SOURCE_PIECE.findall(source):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            branches.append("")
        else:
            branches[-1] += piece
    return branches


def _any_of(kinds: dict[str, Pattern[str]], lead: str = "") -> Pattern[str]:
    """One pattern for all kinds, each in a group `kind_`. The `<` that all begin with is looked for once."""
    used = {kind: made.pattern for kind, made in kinds.items() if made is not NEVER}
    sources = {kind: _branches(re.sub(r"\A<\?", "<", _unnamed(source))) for kind, source in used.items()}
    angle = "<" if all(one.startswith("<") for branches in sources.values() for one in branches) else ""
    groups = [
        f"(?P<{kind}_>{'|'.join(one.removeprefix(angle) for one in branches)})"
        for kind, branches in sources.items()
    ]
    return re.compile(f"{angle}{lead}(?:{'|'.join(groups)})")


def closes_wrongly(tag: str, key: str) -> bool:
    """Whether `tag` may have been meant as the closer of the value of `key`."""
    return tag == f"</{key}>" or not tag.startswith("</") or _END_NAME.search(tag) is not None


def is_mention(text: str, value_start: int, at: int, end: int) -> bool:
    """Whether the tag is a word of a sentence or of a line of code: `Close it with </parameter> again.`"""
    before, after = text[max(value_start, at - _NEAR) : at], text[end : end + _NEAR]
    spoken = before.rstrip(" \t")
    led = not before or (spoken != before and spoken[-1:] not in ("", "\n")) or before[-1] in _MENTION_BEFORE
    going_on = after.lstrip(" \t")
    followed = after[:1] in _MENTION_AFTER or (
        going_on != after and going_on[:1] not in ("", "\n", "\r", "<")
    )
    return led and bool(after) and followed
