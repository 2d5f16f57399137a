"""As tracing.py, for a call whose argument text is not JSON: the answer holds all of it and nothing else.

A value counts where the text holds it whole, between a pair of quotes, between tags, or as a bare word. What
no value of the answer covers may only be keys and punctuation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from sidecar.core.blocks import JsonObject, JsonValue
from sidecar.core.names.words import words
from sidecar.core.schema.contract import Contract
from sidecar.core.values import is_empty
from sidecar.recovery.prompt.fields import Place, may_describe, place
from sidecar.recovery.prompt.trimming import shorten
from sidecar.recovery.prompt.values import Leaf, leaves, show

from .roles import Naming, Origin, contradicts, could_describe, swapped

OCCURRENCES = 200  # places of one value looked at
STEPS = 30_000_000  # characters searched and parts compared for one answer

_PAIRS = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", ">": "<"}
_KEY_BEFORE = re.compile(r"[\"'`]?([A-Za-z_][\w.-]{0,60})[\"'`]?\s{0,20}[:=]\s{0,20}[\"'`“‘]?$")
_TAG_BEFORE = re.compile(r"<(?:parameter[= ](?:name=)?\"?)?([A-Za-z_][\w.-]{0,60})\"?>$")
_TAG = re.compile(r"</?[A-Za-z_][\w =\"'.:-]{0,80}>")
_KEY = re.compile(r"(?<![\w.$-])[\w.$-]{1,80}[\"'`\\]{0,4}\s{0,20}[:=]")
_WORD = re.compile(r"[^\W_]+")
_SILENT = frozenset({"null", "None", "json", "undefined"})
_CUT_AFTER = (",", ":", "[", "{", "\\")
_ESCAPING = ('"', "'", "`", "“", "‘")
_ESCAPED = re.compile(r"\\(?:u[0-9a-fA-F]{4}|[\"\\/bfnrt])")
_BARE_BEFORE, _BARE_AFTER = set(":=,[({"), set(",]})\n;")


@dataclass(slots=True)
class _Cover:
    """Which parts of the text are accounted for by values of the answer."""

    raw: str
    spans: list[tuple[int, int]] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    new: list[Leaf] = field(default_factory=list)  # words about the call that it does not hold
    steps: int = 0

    def find(self, text: str, start: int) -> int:
        """Where `text` begins next; -1 where it does not, or after STEPS steps."""
        if self.steps > STEPS:
            return -1
        found = self.raw.find(text, start)
        self.steps += (found if found >= 0 else len(self.raw)) - start + len(text)
        return found

    def free(self, start: int, end: int) -> bool:
        self.steps += len(self.spans)
        return all(end <= left or start >= right for left, right in self.spans)

    def rest(self) -> str:
        """The text with the covered parts gone."""
        pieces, at = [], 0
        for start, end in sorted(self.spans):
            pieces.append(self.raw[at:start])
            at = end
        return "\0".join([*pieces, self.raw[at:]])


def untraced(raw: str, answer: JsonObject, contract: Contract, naming: Naming) -> str | None:
    """Why `answer` is not what `raw` says; None when it is."""
    if _cut_off(raw):
        return "the call's text was cut off"
    cover = _Cover(raw)
    found = leaves(answer) if answer else []
    for leaf in sorted(found, key=lambda one: -len(str(one.value))):
        here = place(contract, answer, leaf.path)
        if is_empty(leaf.value):
            if not (_says_empty(raw, leaf.value) or here.constant(leaf.value, reading=naming.reading)):
                return f"{show(leaf.path)} is empty in the answer, not in the call"
            continue
        reason = _cover_leaf(cover, leaf, here, contract, naming)
        if reason is not None:
            return reason
    meant = could_describe(cover.origins, naming) if cover.new else None
    if meant is not None:
        return f"{show(cover.new[0].path)} is new, and {meant} of the call could be meant"
    missing = _missing(cover.rest(), naming.names)
    if missing:
        return f"{shorten(missing, 60)!r} in the call is missing from the answer"
    return swapped(cover.origins, answer, contract, naming)


def _cover_leaf(cover: _Cover, leaf: Leaf, here: Place, contract: Contract, naming: Naming) -> str | None:
    elsewhere = ""
    for start, end in _occurrences(cover, leaf.value):
        key = _key_before(cover.raw, start)
        named = key and key != leaf.key and (key in contract.root.properties or key in here.siblings)
        if named or contradicts(key, leaf, here, naming):
            elsewhere = key
            continue
        cover.spans.append((start, end))
        cover.origins.append(Origin(leaf, Leaf((key,), leaf.value), start, exact=True))
        return None
    if cover.steps > STEPS:
        return "the call is too large to trace"
    if here.constant(leaf.value, reading=naming.reading):
        return None
    if may_describe(here, contract, leaf.value):
        cover.new.append(leaf)
        return None
    if elsewhere:
        return f"{show(leaf.path)} holds what the call gave as {elsewhere}"
    return f"{show(leaf.path)}: {shorten(str(leaf.value), 60)!r} is not in the call as a whole value"


def _occurrences(cover: _Cover, value: JsonValue) -> Iterator[tuple[int, int]]:
    """Where the text holds `value` whole and still free."""
    for spelling in _spellings(value):
        start = cover.find(spelling, 0)
        for _ in range(OCCURRENCES):
            if start < 0:
                break
            end = start + len(spelling)
            if (
                cover.free(start, end)
                and _stands_alone(cover.raw, start, end)
                and _is_read_once(cover.raw, start, value, spelling)
            ):
                yield start, end
            start = cover.find(spelling, start + 1)


def _is_read_once(raw: str, start: int, value: JsonValue, spelling: str) -> bool:
    """Whether a text is read as its quotes say: escapes count in quotes, and in escaped quotes once more."""
    if not isinstance(value, str):
        return True
    quoted = raw[start - 1 : start] in _ESCAPING if start else False
    if spelling == value:
        return not (quoted and _ESCAPED.search(value))
    twice = spelling == json.dumps(json.dumps(value, ensure_ascii=False)[1:-1], ensure_ascii=False)[1:-1]
    return quoted and (not twice or raw[start - 2 : start - 1] == "\\" or not _ESCAPED.search(spelling))


def _spellings(value: JsonValue) -> list[str]:
    if isinstance(value, bool):
        return [str(value).lower(), str(value)]
    if not isinstance(value, str):
        return [json.dumps(value)]
    plain_lines = value.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    escaped = json.dumps(value, ensure_ascii=False)[1:-1]
    both = [
        value,
        escaped,
        json.dumps(value)[1:-1],
        plain_lines,
        value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t"),
        repr(value)[1:-1],
        json.dumps(escaped, ensure_ascii=False)[1:-1],
    ]
    return list(dict.fromkeys(both))


def _stands_alone(raw: str, start: int, end: int) -> bool:
    if raw[:start].strip() == "" and raw[end:].strip() == "":
        return True
    before, after = raw[start - 1 : start], raw[end : end + 2].lstrip("\\")[:1]
    if before in _PAIRS and before and after == _PAIRS[before]:
        following = raw[end : end + 24].lstrip("\\")[1:].lstrip()
        return before == ">" or not following.startswith((":", "="))
    if any(character.isspace() or character in _PAIRS for character in raw[start:end]):
        return False
    left, right = raw[max(0, start - 20) : start].rstrip(" \t"), raw[end : end + 20].lstrip(" \t")
    opened = left[-1:] in _BARE_BEFORE if left else start == 0
    closed = right[:1] in _BARE_AFTER if right else not raw.lstrip().startswith(("{", "["))
    return opened and closed


def _key_before(raw: str, start: int) -> str:
    before = raw[max(0, start - 100) : start]
    match = _KEY_BEFORE.search(before) or _TAG_BEFORE.search(before)
    return match[1] if match else ""


def _says_empty(raw: str, value: JsonValue) -> bool:
    if value is None:
        return "null" in raw or "None" in raw
    closing = {"str": r"\"\"|''", "list": r"\[\s*\]", "dict": r"\{\s*\}"}[type(value).__name__]
    return re.search(closing, raw) is not None


def _missing(rest: str, names: Collection[str]) -> str:
    """Words that are neither keys nor markup nor the tool's own name."""
    said = {word for name in names for word in (name, *words(name))}
    without_markup = _KEY.sub(" ", _TAG.sub(" ", rest))
    return " ".join(word for word in _WORD.findall(without_markup) if word not in said | _SILENT)


def _cut_off(raw: str) -> bool:
    """Whether the text stops in the middle: after a comma or colon, or inside an array."""
    text = raw.rstrip()
    if not text.startswith(("{", "[")):
        return False
    return text.endswith(_CUT_AFTER) or _arrays_open(text) > 0


def _arrays_open(text: str) -> int:
    """Arrays that never close, as far as the quotes let one tell."""
    depth, quoted, escaped = 0, False, False
    for character in text:
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = quoted
        elif character == '"':
            quoted = not quoted
        elif not quoted:
            depth += (character == "[") - (character == "]")
    return 0 if quoted else depth
