"""A text that is not in the file → the lines of the file that it was meant to be, by its rarest words."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher

from .file_text import FileText

WORDS_MOST = 60  # different words of the text that are looked for
PLACES_MOST = 100  # of one word; a word in more places says little
CHARACTERS_READ = 80_000_000  # of the file, over all words: of a large file fewer words are looked for
SHARE_LEAST = 0.34  # of the words' weight that must be found together
REACH = 40  # lines
LINES_COMPARED = 200
CHARACTERS_COMPARED = 800
CANDIDATE_SHARE = 0.8  # of the best place's votes
CANDIDATES_MOST = 4
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Window:
    """Lines `start` up to `end` (from 0, `end` not included).

    `share`: of the text's words found there, 0 to 1. `place`: where in the file the rarest of them stands.
    """

    start: int
    end: int
    share: float
    place: int


@dataclass(frozen=True, slots=True)
class _Hit:
    """A word of the text at one of the `of` places where the file has it."""

    line: int
    word: str
    place: int
    of: int


def nearest(old: str, file: FileText) -> Window | None:
    """None where too few of the text's words stand together anywhere."""
    if "\n" not in old and "\\n" in old:  # line feeds were written as two characters
        old = old.replace("\\n", "\n").replace("\\t", "\t")
    words = _words(old)
    if not words or not file.text:
        return None
    most = max(4, min(WORDS_MOST, CHARACTERS_READ // max(1, len(file.text))))
    chosen = sorted(words, key=lambda word: (-len(word), word))[:most]
    votes: dict[int, float] = defaultdict(float)
    hits: dict[int, list[_Hit]] = defaultdict(list)
    told: list[str] = []  # the words that say where: those of many places do not
    for word in chosen:
        places = _places(word, file.text)
        if len(places) > PLACES_MOST:
            continue
        told.append(word)
        for place in places:
            line = file.line_at(place)
            shifts = {line - own for own in words[word]}
            for shift in shifts:
                votes[shift] += len(word) / len(places) / len(shifts)
                hits[shift].append(_Hit(line, word, place, len(places)))
    if not votes:
        return None
    height = old.strip("\n").count("\n") + 1
    slack = 2 + height // 3
    best = _most_alike(old, _candidates(votes, slack), height, file)
    here = [hit for shift in range(best - slack, best + slack + 1) for hit in hits.get(shift, ())]
    found = {hit.word for hit in here}
    share = sum(map(len, found)) / sum(map(len, told))
    if share < SHARE_LEAST:
        return None
    first, last = min(hit.line for hit in here), max(hit.line for hit in here)
    start, end = max(0, min(first, best)), min(len(file.lines), max(last + 1, best + height))
    start, end = _line_by_line(old, start, end, file)
    rarest = min(here, key=lambda hit: (hit.of, -len(hit.word), hit.place))
    return Window(*_to_the_ends(old, start, end, file), share, rarest.place)


def _line_by_line(old: str, start: int, end: int, file: FileText) -> tuple[int, int]:
    """Narrowed to where the text's lines stand, by those that are the same but for their indentation."""
    mine = [line.strip() for line in old.strip("\n").split("\n")][:LINES_COMPARED]
    theirs = [line.strip() for line in file.lines[start:end][: 2 * LINES_COMPARED]]
    *blocks, _ = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    blocks = [each for each in blocks if any(mine[each.a : each.a + each.size])]
    if not blocks:
        return start, end
    first, last = blocks[0], blocks[-1]
    after = len(mine) - last.a - last.size
    return start + max(0, first.b - first.a), min(end, start + last.b + last.size + after)


def _to_the_ends(old: str, start: int, end: int, file: FileText) -> tuple[int, int]:
    """Widened to the text's first and last line where they stand near: a part may have been left out."""
    lines = [line.strip() for line in old.split("\n") if line.strip()]
    near = range(max(0, start - REACH), min(len(file.lines), end + REACH))
    for wanted in (lines[0], lines[-1]):
        there = [number for number in near if file.lines[number].strip() == wanted]
        if there and not any(start <= number < end for number in there):
            closest = min(there, key=lambda number: min(abs(number - start), abs(number - end)))
            start, end = min(start, closest), max(end, closest + 1)
    return start, end


def _words(text: str) -> dict[str, list[int]]:
    """The words of `text` and the lines they stand in."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n")):
        for word in _WORD.findall(line):
            # one letter says little, a number much
            if len(word) > 1 or word.isdigit() or not word.isascii():
                places = found.setdefault(word, [])
                if not places or places[-1] != number:
                    places.append(number)
    return found


def _places(word: str, text: str) -> list[int]:
    """Where the word stands by itself; one more than PLACES_MOST at the most."""
    found: list[int] = []
    at = text.find(word)
    while at != -1 and len(found) <= PLACES_MOST:
        end = at + len(word)
        if not (_is_word(text[at - 1 : at]) or _is_word(text[end : end + 1])):
            found.append(at)
        at = text.find(word, end)
    return found


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _candidates(votes: dict[int, float], slack: int) -> list[int]:
    """The shifts with the most votes around them, the best first; of those near each other only one."""
    sums = {
        shift: sum(votes.get(near, 0.0) for near in range(shift - slack, shift + slack + 1))
        for shift in sorted(votes)
    }
    least = CANDIDATE_SHARE * max(sums.values())
    found: list[int] = []
    for shift in sorted(sums, key=lambda shift: -sums[shift]):
        if sums[shift] < least or len(found) == CANDIDATES_MOST:
            break
        if all(abs(shift - other) > slack for other in found):
            found.append(shift)
    return found


def _most_alike(old: str, candidates: list[int], height: int, file: FileText) -> int:
    """Of places with the same words the one whose characters are most like the text's; else the first."""
    if len(candidates) == 1:
        return candidates[0]
    matcher = SequenceMatcher(None, "", old[:CHARACTERS_COMPARED], autojunk=False)

    def likeness(shift: int) -> float:
        lines = file.lines[max(0, shift) : max(0, shift + height)]
        matcher.set_seq1("\n".join(lines)[:CHARACTERS_COMPARED])
        return matcher.ratio()

    return max(candidates, key=likeness)
