"""The newest sessions, for as long time is → a line: how many calls failed, how many would have run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from sidecar.session.display import times
from sidecar.session.past.failures import Reader
from sidecar.settings.config import Config

from .findings import Findings, Kind
from .replay import Replay

REFUSED: tuple[Kind, ...] = (
    "invalid",
    "unknown tool",
    "malformed",
    "cut off",
)  # pi's errors: the person saw them


@dataclass(slots=True)
class Glance:
    """`whole`: there was time for all sessions."""

    sessions: int = 0
    failed: int = 0
    repaired: int = 0
    whole: bool = True


class _OutOfTimeError(Exception):
    pass


def glance(newest_first: Iterable[Path], config: Config, out_of_time: Callable[[], bool]) -> Glance:
    """A file that cannot be read is passed over."""

    def check(size: int) -> None:
        if out_of_time():
            raise _OutOfTimeError

    seen, found, replay = Glance(), Findings(), Replay(config)
    for path in newest_first:
        try:
            for failure in Reader(path, check, found.counts).failures():
                judged = replay.judge(failure)
                if judged:
                    found.turn(judged, failure.message)
        except _OutOfTimeError:
            seen.whole = False
            break
        except OSError:
            continue
        seen.sessions += 1
    shares = [found.kinds[kind] for kind in REFUSED if kind in found.kinds]
    seen.failed, seen.repaired = sum(one.failed for one in shares), sum(one.repaired for one in shares)
    return seen


def line(seen: Glance, days: int) -> str:
    """ "" where no call failed."""
    if not seen.failed:
        return ""
    where = f"last {days} days" if seen.whole else f"newest {times(max(seen.sessions, 1), 'session')}"
    failed = times(seen.failed, "failed call")
    return f"{failed} in your {where}, {seen.repaired} would have run: /toolrecovery audit"
