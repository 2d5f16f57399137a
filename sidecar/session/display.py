"""Numbers, times, bars and diffs as a terminal shows them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

WIDEST = 78  # a terminal of 80 columns, less what pi leaves free at its sides
WIDEST_BAR = 30
WIDEST_NAME = 34
NAMES_SHOWN = 8
DAYS_SHOWN = 31
LONGEST_VALUE = 120
SEEN_BEFORE = 24  # characters that stay before the place where two long values begin to differ
_EIGHTHS = " ▏▎▍▌▋▊▉"


def times(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def money(cost: float) -> str:
    return f"${cost:.4f}"


def when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def moment(at: float, now: float) -> str:
    """The time of day where it was today, else the date."""
    then, day = time.localtime(at), time.localtime(now)
    return time.strftime("%H:%M" if then[:3] == day[:3] else "%Y-%m-%d", then)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def middle_cut(text: str, most: int) -> str:
    """Both ends stay, since either may tell names apart: `accounts/f…k2-instruct`."""
    if len(text) <= most:
        return text
    tail = most // 2
    return f"{text[: most - 1 - tail]}…{text[-tail:]}"


def number_in(text: str) -> int | None:
    """`12` and `#12` → 12; None for anything else."""
    digits = text.strip().removeprefix("#")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def bars(title: str, counts: Mapping[str, int], *, in_order: bool = False) -> list[str]:
    """A heading and a bar for each name: the largest count first, or `in_order` of the names."""
    if not counts:
        return []
    ranked = sorted(counts.items()) if in_order else Counter(counts).most_common()
    shown, rest = (ranked[-DAYS_SHOWN:], ranked[:-DAYS_SHOWN]) if in_order else _split(ranked)
    names = [middle_cut(name or "unknown", WIDEST_NAME) for name, _ in shown]
    widest, most = max(map(len, names)), max(count for _, count in shown)
    lines = [
        f"  {name:<{widest}}  {_bar(count, most)} {count}"
        for name, (_, count) in zip(names, shown, strict=True)
    ]
    if rest:
        more = f"  and {len(rest)} {'before' if in_order else 'more'}: {sum(count for _, count in rest)}"
        lines.insert(0 if in_order else len(lines), more)
    return [title, *lines]


def _split(ranked: list[tuple[str, int]]) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    return ranked[:NAMES_SHOWN], ranked[NAMES_SHOWN:]


def _bar(count: int, most: int) -> str:
    eighths = max(1, round(count / most * WIDEST_BAR * 8))
    full, part = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[part] if part else "")


def diff(before: Any, after: Any) -> list[str]:
    """The differences of two JSON values, one line for each: `- filename: "a.txt"`, `+ path: "a.txt"`."""
    old, new = dict(_leaves(before)), dict(_leaves(after))
    gone = [
        f"- {place}{_short(text, new.get(place))}" for place, text in old.items() if new.get(place) != text
    ]
    come = [
        f"+ {place}{_short(text, old.get(place))}" for place, text in new.items() if old.get(place) != text
    ]
    same = sum(new.get(place) == text for place, text in old.items())
    return [*gone, *come, *([f"  {times(same, 'value')} as before"] if same else [])]


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Paths and values as JSON. No recursion: a journal may hold values that are nested deep."""
    todo: list[tuple[str, Any]] = [(place, value)]
    while todo:
        here, found = todo.pop()
        if isinstance(found, dict) and found:
            todo.extend(
                (f"{here}.{key}" if here else str(key), child) for key, child in reversed(found.items())
            )
        elif isinstance(found, list) and found:
            todo.extend(
                (f"{here}.{index}" if here else str(index), child)
                for index, child in reversed(list(enumerate(found)))
            )
        else:
            yield (f"{here}: " if here else ""), json.dumps(found, ensure_ascii=False)


def _short(text: str, other: str | None) -> str:
    """The part of a long value where it begins to differ from `other`, the value at the same path."""
    if len(text) <= LONGEST_VALUE:
        return text
    start = max(0, min(_alike(text, other or "") - SEEN_BEFORE, len(text) - LONGEST_VALUE))
    shown = text[start : start + LONGEST_VALUE]
    head, tail = "…" if start else "", "…" if start + LONGEST_VALUE < len(text) else ""
    return f"{head}{shown}{tail} ({len(text)} characters)"


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
