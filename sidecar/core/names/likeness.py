"""How alike two argument names are: `filePath` is `file_path`, `filename` may be `path`, `pathh` a typo."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from .aliases import canonical_words, is_alias, is_ordinary
from .opposites import opposed
from .words import NAME_LONGEST, distance, plain, singular, words

_NO_NAME = re.compile(r"[<>{}\[\]=|\\\n]")  # markup or code that got into a key


class Likeness(IntEnum):
    """How two names are alike, the surest first."""

    SPELLING = 1  # filePath, file_path
    ALIAS = 2  # filename for path
    PLURAL = 3  # paths for path
    AFFIX = 4  # input_path for path, end for end_location
    TYPO = 5  # pathh for path


# Words that add no meaning to an argument name.
_EMPTY_WORDS = frozenset(
    "a an arg argument input my new option param parameter prop property the tool value val"
    " field your".split()
)
# A name with one of these more or less means something else.
DENIALS = frozenset(
    "blocked disable disabled except exclude excluded excludes excluding hide ignore ignored inverse inverted"
    " keep no non not skip unless without".split()
)
# A name with one of these more means a related thing: `parent_id` is not `id`.
_RELATIONS = frozenset(
    "backup base child default lower next parent prev previous reply root tax thread tip".split()
)
# Words that a switch's name may have more or less and still be the same switch.
_SWITCH_WORDS = _EMPTY_WORDS | frozenset("be do enable enabled flag is mode should use want".split())
# A key with one of these more counts something else: `timeout_ms` is not `timeout`. A key that lacks the unit
# does not say what it counts: `timeout: 5` may be seconds or milliseconds.
MEASURES = frozenset(
    "bits bytes celsius centimeters cents cm days dollars eur euros fahrenheit feet ft gb gbp gib grams"
    " hours hrs inches kb kelvin kg kib kilograms kilometers kilometres km lb lbs max maximum mb meters"
    " metres mib microseconds miles millis milliseconds min minimum minutes mins mm months ms msec"
    " nanoseconds ns ounces oz pence percent pounds secs seconds tb tib usd usec weeks yards years".split()
)
_UNIT_LETTERS = ("c", "f", "us")  # units at the end of a name: temperature_f, ttl_us
_UNITS = MEASURES - frozenset("max maximum min minimum".split())


@lru_cache(maxsize=16384)
def likeness(key: str, name: str, tool: str) -> Likeness | None:
    """The surest way in which `key` could be meant as `name`; None where nothing speaks for it."""
    if len(key) > NAME_LONGEST or _NO_NAME.search(key):
        return None
    short, target = plain(key), plain(name)
    if not short or not target:
        return None
    if short == target:
        return Likeness.SPELLING
    if is_alias(key, name, tool):
        return Likeness.ALIAS
    mine, theirs = words(key), words(name)
    if tuple(map(singular, mine)) == tuple(map(singular, theirs)) or short in (target + "s", target + "es"):
        return Likeness.PLURAL
    if target in (short + "s", short + "es"):
        return Likeness.PLURAL
    if _changes_meaning(mine, theirs):
        return None
    if _is_affixed(key, name):
        return None if target == "id" and not _is_its_id(mine, tool) else Likeness.AFFIX
    return Likeness.TYPO if _is_misspelt(key, name) else None


def _is_its_id(key: tuple[str, ...], tool: str) -> bool:
    """Whether `key` is the id of what the tool is named for: `user_id` is not the `id` of `update_page`."""
    whose = {singular(word) for word in key} - _EMPTY_WORDS
    return not whose - {"id"} or bool(whose & {singular(word) for word in words(tool)})


def _changes_meaning(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether a word that is in one name only gives the name another meaning."""
    more, less = set(mine) - set(theirs), set(theirs) - set(mine)
    if len(mine) > 1 and mine[-1] in _UNIT_LETTERS and mine[-1] in more:
        return True
    return bool((more | less) & DENIALS or more & (MEASURES | _RELATIONS) or less & _UNITS)


def _is_misspelt(key: str, name: str) -> bool:
    """Whether `key` is a letter or two off and none of its words is another ordinary word."""
    short, target = plain(key), plain(name)
    allowed = 0 if len(target) < 4 else 1 if len(target) < 7 else 2
    if not allowed or _digits(short) != _digits(target) or distance(short, target, allowed) > allowed:
        return False
    mine, theirs = words(key), words(name)
    if opposed(short, target):
        return False
    if len(mine) != len(theirs):
        return True
    return not any(
        is_ordinary(word) or opposed(word, meant)
        for word, meant in zip(mine, theirs, strict=True)
        if word != meant
    )


def _is_affixed(key: str, name: str) -> bool:
    """Whether one name is the other with words before or after it."""
    mine, theirs = canonical_words(key), canonical_words(name)
    bare = tuple(word for word in mine if word not in _EMPTY_WORDS)
    if bare and bare != mine and bare == theirs:
        return True
    shorter, longer = sorted((mine, theirs), key=len)
    if not shorter or len(shorter) == len(longer) or len("".join(shorter)) < 3:
        return False
    return longer[: len(shorter)] == shorter or longer[-len(shorter) :] == shorter


def _digits(name: str) -> str:
    return "".join(character for character in name if character.isdigit())


def same_switch(key: str, name: str) -> bool:
    """Whether two names mean one switch: `enable_force` is `force`, `force_with_lease` is not."""
    return set(words(key)) ^ set(words(name)) <= _SWITCH_WORDS
