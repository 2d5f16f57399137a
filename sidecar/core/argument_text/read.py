"""All steps in order: strip noise, decode layers, ask every reader, check each value, compare the values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import step
from sidecar.core.names.words import plain
from sidecar.core.values import EXACT_BELOW, equal, walk

from .gate import accounts_for
from .readers import READERS, settles
from .reading import Ambiguous, Read, Reading, Truncated, Unreadable
from .settle import DeepError, settle
from .special_quotes import with_json_quotes
from .strip import begins_with_key, end_of_value, is_prose, leading, trailing
from .verdict import Candidate, Cut, Doubt, Reader, Verdict

LONGEST = 8_000_000  # characters
CHARACTERS_A_STEP = 2_000
LAYERS = 3  # of JSON text inside JSON strings; more were never seen
EMPTY = ("", "null", "None", "undefined", "[]", '""')

_ESCAPED_OBJECT = re.compile(r'\{(?:\s|\\+[nrt])*\\+"')
_NO_OBJECT = Unreadable("there is no object in the text")


def read(raw: str, fits: Callable[[JsonObject], bool], keys: frozenset[str]) -> Reading:
    """The arguments in `raw`. `fits`: whether an object can become valid; `keys`: the declared names."""
    if len(raw) > LONGEST:
        return Unreadable("the text is too long")
    declared = frozenset(plain(key) for key in keys)
    text = raw
    steps: tuple[str, ...] = ()
    for _ in range(LAYERS + 1):
        begun = leading(text, declared)
        if begun is None:
            return Unreadable("there is text before the object that may belong to it")
        start, passed = begun
        if (text[start:].strip() in EMPTY) and not steps:
            return Read({}, ("read-empty",)) if fits({}) else Unreadable("there are no arguments in the text")
        steps = (*steps, *passed)
        inner = _decoded(text, start)
        if inner is None:
            return _read_value(with_json_quotes(text), start, steps, fits, declared)
        text, steps = inner, (*steps, "decode-text")
    return Unreadable("encoded as text too many times")


def _decoded(text: str, start: int) -> str | None:
    """The text inside, where the whole is one JSON string or an object escaped like one."""
    if text.startswith('"', start):
        encoded = text[start:].rstrip()
    elif _ESCAPED_OBJECT.match(text, start):
        encoded = f'"{text[start:].rstrip()}"'
    else:
        return None
    try:
        inner = json.loads(encoded, strict=False)
    except ValueError:
        return None
    return inner if isinstance(inner, str) else None


def _read_value(
    text: str, start: int, steps: tuple[str, ...], fits: Callable[[JsonObject], bool], keys: frozenset[str]
) -> Reading:
    if not text.startswith(("{", "["), start):
        if not begins_with_key(text, start, keys):
            return _NO_OBJECT
        text, start, steps = "{" + text[start:], 0, (*steps, "add-brace")
    stop, passed = end_of_value(text, start)
    found: list[Read] = []
    failures: list[Reading] = []
    for reader in READERS:
        verdict = _whole(reader, text, start, stop, keys)
        if verdict is None:
            continue
        reading = _judge(text, verdict, fits)
        if not isinstance(reading, Read):
            failures.append(reading)
        else:
            if all(not equal(reading.arguments, other.arguments) for other in found):
                found.append(Read(reading.arguments, tuple(dict.fromkeys((*steps, *passed, *reading.steps)))))
            if settles(reader, reading.steps):
                break
    unsure = next((failure for failure in failures if isinstance(failure, Ambiguous)), None)
    cut = next((failure for failure in failures if isinstance(failure, Truncated)), None)
    if len(found) > 1:
        return Ambiguous("the text can be read as different arguments")
    if found and not (unsure or cut):
        return found[0]
    return cut or unsure or next(iter(failures), _NO_OBJECT)


def _judge(text: str, verdict: Candidate | Cut | Doubt, fits: Callable[[JsonObject], bool]) -> Reading:
    """What one reader proposes, checked: an object that fits and accounts for the text."""
    if isinstance(verdict, Cut):
        return Truncated(verdict.reason)
    if isinstance(verdict, Doubt):
        return Ambiguous(verdict.reason)
    arguments = _settled(verdict)
    if isinstance(arguments, Doubt):
        return Ambiguous(arguments.reason)
    steps = verdict.steps
    if isinstance(arguments, list) and all(isinstance(item, dict) for item in arguments):
        if any(not equal(item, arguments[0]) for item in arguments):
            return Ambiguous("a list of different objects")
        arguments, steps = (arguments[0] if arguments else {}), (*steps, "unwrap-list")
    if not isinstance(arguments, dict):
        return Unreadable("the text holds no object")
    if _has_inexact_number(arguments):
        return Ambiguous("pi would hold another number")
    if _has_half_character(arguments):
        return Unreadable("half of a character's escape is missing")
    if not accounts_for(text, verdict):
        return Unreadable("an object was found, but not all of the text is in it")
    if not fits(arguments):
        return (Unreadable if verdict.closed else Truncated)(
            "the object that was found does not fit the tool"
        )
    return Read(arguments, steps)


def _has_inexact_number(arguments: JsonObject) -> bool:
    """Whether an integer is beyond what a double holds exactly."""
    return any(
        type(part) is int and abs(part) >= EXACT_BELOW for _, part in walk(arguments, LONGEST, LONGEST)
    )


def _has_half_character(arguments: JsonObject) -> bool:
    """Whether a string holds a lone surrogate, which UTF-8 cannot encode."""
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _settled(candidate: Candidate) -> Any:
    try:
        return settle(candidate.tree)
    except DeepError:
        return None


def _whole(reader: Reader, text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    """One reader over the whole text: a value, then only noise, prose, or the same value again."""
    chosen: Candidate | None = None
    steps: dict[str, None] = {}
    for verdict in _values(reader, text, start, stop, keys, steps):
        if not isinstance(verdict, Candidate):
            return verdict if chosen is None or verdict is None else Doubt("one object follows another")
        steps.update(dict.fromkeys(verdict.steps))
        if chosen is None or chosen.tree == []:
            chosen = verdict
        elif verdict.tree != [] and not _agree(chosen, verdict):
            return Doubt("two different objects: two calls")
    if chosen is None:
        return None
    return Candidate(chosen.tree, chosen.start, chosen.end, tuple(steps), chosen.closed)


def _values(
    reader: Reader, text: str, start: int, stop: int, keys: frozenset[str], steps: dict[str, None]
) -> Iterator[Verdict]:
    pos, first = start, True
    while True:
        if not first:
            steps["drop-repeat"] = None
        step(1 + len(text) // CHARACTERS_A_STEP)
        verdict = reader(text, pos, stop, keys)
        yield verdict
        if not isinstance(verdict, Candidate):
            return
        pos, passed = trailing(text, verdict.end)
        steps.update(dict.fromkeys(passed))
        if pos >= len(text):
            return
        first = False
        if text[pos] not in "{[":
            if not is_prose(text[pos:], keys):
                yield None
            steps["drop-prose"] = None
            return


def _agree(left: Candidate, right: Candidate) -> bool:
    a, b = _settled(left), _settled(right)
    return not isinstance(a, Doubt) and not isinstance(b, Doubt) and equal(a, b)
