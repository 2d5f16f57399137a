"""The journal's rows → entries and sums for a person. Reads only; a missing file is an empty journal."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sidecar.errors import StateError
from sidecar.state.database import BUSY_S

from .schema import MIGRATIONS, newer, reason, version

# Rows that are calls; `asked` and `phantom` rows only count in sums.
_CALLS = "kind IN ('repair', 'declined', 'guard', 'left')"
_COUNTED = "kind = 'repair' AND taken_back = 0"


@dataclass(frozen=True, slots=True)
class Entry:
    """One call: repaired, declined, blocked or left as text. `before`, `after`: values (`whole`) or shapes.

    `at`: epoch seconds. `tokens`, `cost` (US dollars): of asking a recovery model about the call's message.
    """

    id: int
    at: float
    session: str
    kind: str
    observed: bool
    whole: bool
    taken_back: bool
    tool: str
    called: str
    model: str
    stage: str
    rules: tuple[str, ...]
    summary: str
    reason: str
    violations: tuple[str, ...]
    pi: str
    complaints: tuple[str, ...]
    before: Any
    after: Any
    ms: float
    asked: str = ""
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    call: str = ""


@dataclass(frozen=True, slots=True)
class Sums:
    """Counts since a moment. `observed`: by tool, what mode observe would have repaired. `cost`: dollars."""

    stages: Counter[str] = field(default_factory=Counter)
    tools: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    models: Counter[str] = field(default_factory=Counter)
    days: Counter[str] = field(default_factory=Counter)
    observed: Counter[str] = field(default_factory=Counter)
    declined: int = 0
    guards: int = 0
    taken_back: int = 0
    phantoms: int = 0
    left: int = 0
    turns_saved: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


def recent(path: Path, most: int) -> list[Entry]:
    """The last calls, the latest first. Raises StateError."""
    with _reading(path) as db:
        found = db.execute(f"SELECT * FROM entries WHERE {_CALLS} ORDER BY id DESC LIMIT ?", (most,))  # noqa: S608
        return [_entry(db, row) for row in found.fetchall()]


def entry(path: Path, number: int | None, session: str = "", *, repaired: bool = False) -> Entry | None:
    """The entry of that number; without one the last of `session`, else of all. Raises StateError.

    `repaired`: the last one that is a repair.
    """
    of = "kind = 'repair'" if repaired else _CALLS
    last = f"SELECT * FROM entries WHERE {of} ORDER BY session = ? DESC, id DESC LIMIT 1"  # noqa: S608
    numbered = f"SELECT * FROM entries WHERE {_CALLS} AND id = ?"  # noqa: S608
    with _reading(path) as db:
        asked = (last, (session,)) if number is None else (numbered, (number,))
        row = db.execute(*asked).fetchone()
        return _entry(db, row) if row is not None else None


def sums(path: Path, since: float) -> Sums:
    """`since`: epoch seconds. Raises StateError."""
    found = Sums()
    with _reading(path) as db:
        days = "date(at, 'unixepoch', 'localtime')"
        repairs = f"FROM entries WHERE {_COUNTED} AND at >= ?"
        for counter, column, observed in (
            (found.stages, "stage", 0),
            (found.tools, "tool", 0),
            (found.models, "model", 0),
            (found.days, days, 0),
            (found.observed, "tool", 1),
        ):
            counted = f"SELECT {column}, count(*) {repairs} AND observed = ? GROUP BY 1"
            counter.update({str(name): count for name, count in db.execute(counted, (since, observed))})
        for (text,) in db.execute(f"SELECT rules {repairs} AND observed = 0", (since,)):
            found.rules.update(json.loads(text))
        kinds = dict(db.execute("SELECT kind, count(*) FROM entries WHERE at >= ? GROUP BY 1", (since,)))
        refused = "(pi IS NOT NULL OR stage = 'grammar')"
        saved = f"SELECT count(DISTINCT turn) {repairs} AND observed = 0 AND {refused}"
        spent = "SELECT sum(calls), sum(tokens_in), sum(tokens_out), sum(cost) FROM entries WHERE at >= ?"
        calls, tokens_in, tokens_out, cost = db.execute(spent, (since,)).fetchone()
        back = "SELECT count(*) FROM entries WHERE taken_back = 1 AND at >= ?"
        return Sums(
            found.stages,
            found.tools,
            found.rules,
            found.models,
            found.days,
            found.observed,
            declined=kinds.get("declined", 0),
            guards=kinds.get("guard", 0),
            taken_back=db.execute(back, (since,)).fetchone()[0],
            phantoms=kinds.get("phantom", 0),
            left=kinds.get("left", 0),
            turns_saved=db.execute(saved, (since,)).fetchone()[0] + kinds.get("phantom", 0),
            calls=calls or 0,
            tokens_in=tokens_in or 0,
            tokens_out=tokens_out or 0,
            cost=cost or 0.0,
        )


@dataclass(frozen=True, slots=True)
class Turns:
    """Of one model: its turns, and those with a mistake, while its tools were marked strict and otherwise."""

    model: str
    turns: int
    slips: int
    strict_turns: int
    strict_slips: int


def turns(path: Path, since: float) -> list[Turns]:
    """By model, the most turns first. `since`: epoch seconds, of which the day counts. Raises StateError."""
    sums = ", ".join(
        f"sum(CASE WHEN strict = {strict} THEN {column} ELSE 0 END)"
        for strict in (0, 1)
        for column in ("turns", "slips")
    )
    asked = (
        f"SELECT model, {sums} FROM turns WHERE day >= date(?, 'unixepoch', 'localtime')"  # noqa: S608
        " GROUP BY model ORDER BY sum(turns) DESC"
    )
    with _reading(path) as db:
        return [Turns(*row) for row in db.execute(asked, (since,))]


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Raises StateError. Where there is no journal yet, or one of an older version, an empty one is read."""
    try:
        db = (
            sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=BUSY_S)
            if path.exists()
            else None
        )
        found = version(db) if db is not None else 0
        if found > len(MIGRATIONS):
            raise StateError(newer(path, found))
        if db is None or found < len(MIGRATIONS):
            db = _empty()
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA query_only = 1")
        with contextlib.closing(db):
            yield db
    except sqlite3.Error as error:
        raise StateError(f"{path} cannot be read: {reason(error)}") from error


def _empty() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    for statements in MIGRATIONS:
        for statement in statements:
            db.execute(statement)
    return db


def _entry(db: sqlite3.Connection, row: sqlite3.Row) -> Entry:
    spent = None
    if row["stage"] == "recovery" or row["kind"] == "declined":
        spent = db.execute(
            "SELECT * FROM entries WHERE kind = 'asked' AND turn = ?", (row["turn"],)
        ).fetchone()
    return Entry(
        id=row["id"],
        at=row["at"],
        session=row["session"],
        kind=row["kind"],
        observed=bool(row["observed"]),
        whole=bool(row["whole"]),
        taken_back=bool(row["taken_back"]),
        tool=row["tool"] or "",
        called=row["called"] or "",
        model=row["model"] or "",
        stage=row["stage"] or "",
        rules=tuple(json.loads(row["rules"])),
        summary=row["summary"] or "",
        reason=row["reason"] or "",
        violations=tuple(json.loads(row["violations"])),
        pi=row["pi"] or "",
        complaints=tuple(json.loads(row["complaints"])),
        before=json.loads(row["before"] or "null"),
        after=json.loads(row["after"] or "null"),
        ms=row["ms"] or 0.0,
        asked=spent["asked"] if spent else "",
        calls=spent["calls"] if spent else 0,
        tokens=spent["tokens_in"] + spent["tokens_out"] if spent else 0,
        cost=spent["cost"] if spent else 0.0,
        call=row["call"] or "",
    )
