"""Numbers, times, bars and diffs as a terminal shows them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

WIDEST_BAR = 30
NAMES_SHOWN = 8
LONGEST_VALUE = 120
_EIGHTHS = " ▏▎▍▌▋▊▉"


def times(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def money(cost: float) -> str:
    return f"${cost:.4f}"


def when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def number_in(text: str) -> int | None:
    """`12` and `#12` → 12; None for anything else."""
    digits = text.strip().removeprefix("#")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def bars(title: str, counts: Mapping[str, int], *, in_order: bool = False) -> list[str]:
    """A heading and a bar a name, the longest first, or by name."""
    if not counts:
        return []
    ranked = sorted(counts.items()) if in_order else Counter(counts).most_common()
    shown, rest = (ranked, []) if in_order else (ranked[:NAMES_SHOWN], ranked[NAMES_SHOWN:])
    widest = max(len(name or "unknown") for name, _ in shown)
    most = max(counts.values())
    lines = [f"  {name or 'unknown':<{widest}}  {_bar(count, most)} {count}" for name, count in shown]
    more = [f"  and {len(rest)} more: {sum(count for _, count in rest)}"] if rest else []
    return [title, *lines, *more]


def _bar(count: int, most: int) -> str:
    eighths = max(1, round(count / most * WIDEST_BAR * 8))
    full, part = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[part] if part else "")


def diff(before: Any, after: Any) -> list[str]:
    """What differs between two JSON values, a line a place: `- filename: "a.txt"`, `+ path: "a.txt"`."""
    old, new = dict(_leaves(before)), dict(_leaves(after))
    gone = [f"- {place}{text}" for place, text in old.items() if new.get(place) != text]
    come = [f"+ {place}{text}" for place, text in new.items() if old.get(place) != text]
    same = sum(new.get(place) == text for place, text in old.items())
    return [*gone, *come, *([f"  {times(same, 'value')} as before"] if same else [])]


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Places and values, without recursing: a journal may hold what is nested deep."""
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
            text = json.dumps(found, ensure_ascii=False)
            cut = text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}… ({len(text)} characters)"
            yield (f"{here}: " if here else ""), cut
