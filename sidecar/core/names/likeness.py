"""What speaks for one argument name being another: a closed list, the surest first.

What decides whether a claim may be made in a call (is the argument missing, does the value fit) is for
`proposals/renames`; here only names are compared.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum
from functools import lru_cache

from .aliases import is_alias, is_ordinary, whole_word
from .verbs import VERBS
from .words import NAME_LONGEST, plain, singular, words

_NO_NAME = re.compile(r"[<>{}\[\]=|\\\n]")  # markup or code that got into a key
_MISSPELT_SHORTEST = 6  # letters of a word
_INFLECTIONS = frozenset("denrsy")  # a last letter that makes another word: update, updated

# Words that carry nothing in an argument's name.
_CARRY_NOTHING = frozenset(
    "a an arg argument field given input my param parameter prop property provided the this val value"
    " your".split()
)
# Words that say what type the value has, by that type.
_TYPE_WORDS = {
    "array": frozenset("array list".split()),
    "string": frozenset("str string text".split()),
    "integer": frozenset("int integer num number".split()),
    "number": frozenset("float int integer num number".split()),
    "object": frozenset("dict json map obj object".split()),
}
_PLACES_OF_FILES = frozenset("dir directory file folder".split())  # of which `path` says nothing more
# Words that only say what kind of thing the rest of the name is: `user` for `user_id`.
_KINDS = frozenset(
    "address code date email id identifier key kind list location name number path phone string text time"
    " type url value".split()
)
# What tells one thing from another of its kind: `id` for `page_id` of get_page.
_WHICH = frozenset("id identifier iid key name number".split())


class Likeness(IntEnum):
    """How two names are alike, the surest first."""

    SPELLING = 1  # filePath, file_path
    ALIAS = 2  # filename for path
    PLURAL = 3  # paths for path
    IDLE_WORD = 4  # the_path, path_value for path
    NOUN = 5  # issue_number for number of get_issue; tag_list for tags, a list; id for page_id of get_page
    KIND = 6  # user for user_id
    MISSPELT = 7  # contnet for content


@lru_cache(maxsize=16384)
def likeness(
    key: str, name: str, tool: str, types: frozenset[str] = frozenset(), holder: str = ""
) -> Likeness | None:
    """The surest way in which `key` could be meant as `name`; None where nothing speaks for it.

    `types` are those of the declared `name`, `holder` is the key of the object that both are in.
    """
    if len(key) > NAME_LONGEST or _NO_NAME.search(key):
        return None
    short, target = plain(key), plain(name)
    if not short or not target:
        return None
    if short == target:
        return Likeness.SPELLING
    if is_alias(key, name, tool):
        return Likeness.ALIAS
    mine, theirs = _whole(key), _whole(name)
    if tuple(map(singular, words(key))) == tuple(map(singular, words(name))):
        return Likeness.PLURAL
    if short in (target + "s", target + "es") or target in (short + "s", short + "es"):
        return Likeness.PLURAL
    nouns = _nouns(tool) | _nouns(holder)
    more = _left_over(mine, theirs)
    if more is not None:
        if more <= _CARRY_NOTHING:
            return Likeness.IDLE_WORD
        front = mine[: len(mine) - len(theirs)]
        if more <= _of_type(types, theirs) or (set(front) == more and more <= nouns):
            return Likeness.NOUN
        return None
    less = _left_over(theirs, mine)
    if less is not None:
        if less <= nouns and theirs[-len(mine) :] == mine and set(mine) <= _WHICH:
            return Likeness.NOUN
        return Likeness.KIND if less <= _KINDS and theirs[: len(mine)] == mine else None
    return Likeness.MISSPELT if _is_misspelt(words(key), words(name)) else None


@lru_cache(maxsize=16384)
def _whole(name: str) -> tuple[str, ...]:
    """The words of a name, abbreviations written out."""
    return tuple(map(whole_word, words(name)))


@lru_cache(maxsize=1024)
def _nouns(name: str) -> frozenset[str]:
    """What a tool or a holder is named for: its words, singular, verbs aside."""
    return frozenset(singular(word) for word in _whole(name)) - VERBS


def _left_over(longer: tuple[str, ...], shorter: tuple[str, ...]) -> frozenset[str] | None:
    """The words of `longer` that are not in `shorter`; None if `longer` does not contain all of it."""
    if not shorter or len(longer) <= len(shorter):
        return None
    for at in range(len(longer) - len(shorter) + 1):
        if longer[at : at + len(shorter)] == shorter:
            return frozenset(longer[:at] + longer[at + len(shorter) :])
    return None


def _of_type(types: frozenset[str], name: tuple[str, ...]) -> frozenset[str]:
    """The words that say no more of `name` than its own types do."""
    if "string" in types and _PLACES_OF_FILES.intersection(name):
        return _TYPE_WORDS["string"] | {"path"}
    return frozenset().union(*(_TYPE_WORDS.get(kind, frozenset()) for kind in types))


def _is_misspelt(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether one long word has a letter doubled, added, left out or transposed, and is no other word."""
    if len(mine) != len(theirs) or any(word.isdigit() for word in theirs):
        return False
    different = [(one, other) for one, other in zip(mine, theirs, strict=True) if one != other]
    if len(different) != 1:
        return False
    written, meant = different[0]
    if min(len(written), len(meant)) < _MISSPELT_SHORTEST or is_ordinary(written):
        return False
    if any(not word.isalpha() for word in (written, meant)):
        return False
    if len(written) == len(meant):
        return _is_transposed(written, meant)
    longer, shorter = sorted((written, meant), key=len, reverse=True)
    return len(longer) == len(shorter) + 1 and _lacks_one(longer, shorter)


def _is_transposed(one: str, other: str) -> bool:
    places = [at for at, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]
    return len(places) == 2 and places[1] == places[0] + 1 and Counter(one) == Counter(other)


def _lacks_one(longer: str, shorter: str) -> bool:
    """Whether `shorter` is `longer` without one letter that is neither its first nor an ending of words."""
    at = next(
        (at for at, (left, right) in enumerate(zip(longer, shorter, strict=False)) if left != right), None
    )
    if at is None:
        return longer[-1] == longer[-2] or longer[-1] not in _INFLECTIONS
    return at > 0 and longer[at + 1 :] == shorter[at:]
