"""The journal's file under faults: whatever happens to it is said once and harms nothing else."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from sidecar.errors import StateError
from sidecar.session.journal_rows import rows
from sidecar.state.journal import file as journal_file
from sidecar.state.journal import read, schema
from sidecar.state.journal.file import Row, TurnCount
from tests.places import ROOT
from tests.sidecar.state.journal.stage import AT, HANGS_S, Kept, judged, message

DAY_S = 86_400


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])


def test_what_is_put_can_be_read(kept: Kept) -> None:
    kept.put(judged(), judged(message({"content": "b"})))
    assert [entry.kind for entry in read.recent(kept.path, 10)] == ["declined", "repair"]
    assert not kept.told


def test_only_the_owner_can_read_it(kept: Kept) -> None:
    kept.put(judged())
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in kept.path.parent.iterdir()}
    assert set(modes.values()) == {0o600}, modes


def test_nothing_is_made_before_there_is_something_to_write(kept: Kept) -> None:
    assert kept.journal.flush(0)
    assert not kept.path.parent.exists()
    assert read.recent(kept.path, 10) == []


def test_pi_still_rejected_it(kept: Kept) -> None:
    kept.put(judged())
    kept.take_back("s", "c1", 'Validation failed for tool "write":\n  - path: expected "x"\n')
    assert kept.journal.flush(HANGS_S)
    (entry,) = read.recent(kept.path, 10)
    assert entry.taken_back
    assert entry.complaints == ("path: expected …",)
    assert read.sums(kept.path, 0).stages.total() == 0
    assert read.sums(kept.path, 0).taken_back == 1


def test_a_damaged_file_is_moved_aside_and_said_once(kept: Kept, tmp_path: Path) -> None:
    kept.path.parent.mkdir()
    kept.path.write_bytes(b"no database " * 1000)
    kept.put(judged())
    kept.put(judged())
    assert count(kept.path) == 2
    (told,) = kept.told
    assert "was damaged; it is now journal.sqlite3.damaged-1" in told
    assert (kept.path.parent / "journal.sqlite3.damaged-1").read_bytes().startswith(b"no database")


def test_damage_while_it_is_open(kept: Kept) -> None:
    kept.put(judged())
    with closing(sqlite3.connect(kept.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with kept.path.open("r+b") as file:
        file.seek(0)
        file.write(os.urandom(kept.path.stat().st_size))
    kept.put(*(judged() for _ in range(20)))
    assert count(kept.path) == 20
    assert len(kept.told) == 1


def test_a_newer_file_is_left_alone(kept: Kept) -> None:
    kept.path.parent.mkdir()
    with closing(sqlite3.connect(kept.path)) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("CREATE TABLE later (x)")
    before = kept.path.read_bytes()
    kept.put(judged())
    kept.put(judged())
    assert len(kept.told) == 1
    assert "of a newer toolrecovery (version 99, known is 2); it is left alone" in kept.told[0]
    assert kept.path.read_bytes() == before
    with pytest.raises(StateError, match="newer"):
        read.recent(kept.path, 1)


def test_an_older_file_is_brought_up(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.put(judged())
    steps = (*schema.MIGRATIONS, ("ALTER TABLE entries ADD COLUMN colour TEXT DEFAULT 'red'",))
    for module in (schema, journal_file, read):
        monkeypatch.setattr(module, "MIGRATIONS", steps)
    assert read.recent(kept.path, 10) == []  # a reader changes nothing, and waits for a writer
    again = Kept(kept.path.parent.parent)
    again.put(judged())
    with closing(sqlite3.connect(kept.path)) as db:
        assert db.execute("SELECT colour FROM entries").fetchall() == [("red",), ("red",)]
        assert schema.version(db) == len(steps)


def test_a_full_disk_is_said_once_and_ends_it(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = journal_file.connect

    def small(path: Path) -> sqlite3.Connection:
        db = plain(path)
        db.execute("PRAGMA max_page_count = 12")
        return db

    monkeypatch.setattr(journal_file, "connect", small)
    for _ in range(100):
        kept.put(judged(whole=True))
    (told,) = kept.told
    assert told.startswith("toolrecovery keeps no journal: ")
    assert "full" in told
    assert count(kept.path) > 0


@pytest.mark.parametrize(
    "fault", [PermissionError(13, "Permission denied"), OSError(30, "Read-only file system")]
)
def test_a_folder_that_cannot_be_written(kept: Kept, monkeypatch: pytest.MonkeyPatch, fault: OSError) -> None:
    def refuse(path: Path) -> None:
        raise fault

    monkeypatch.setattr(journal_file, "ensure_private", refuse)
    kept.put(judged())
    kept.put(judged())
    assert kept.told == [f"toolrecovery keeps no journal: {kept.path} cannot be opened: {fault.strerror}"]


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="links are followed there")
def test_a_symbolic_link_is_not_followed(kept: Kept, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("")
    kept.path.parent.mkdir()
    kept.path.symlink_to(target)
    kept.put(judged())
    assert len(kept.told) == 1
    assert target.read_bytes() == b""


def test_a_file_where_the_folder_should_be(kept: Kept) -> None:
    kept.path.parent.write_text("in the way")
    kept.put(judged())
    assert len(kept.told) == 1
    assert kept.path.parent.read_text() == "in the way"


def test_a_fault_of_ours_is_said_without_what_was_in_it(kept: Kept) -> None:
    def broken() -> list[Row]:
        raise ValueError("the secret")

    kept.journal.put(broken)
    assert kept.journal.flush(HANGS_S)
    assert kept.told == ["toolrecovery keeps no journal: ValueError in its own code"]


def test_a_writer_that_is_far_behind_drops_and_counts(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidecar.state.journal.threading.Thread.start", lambda thread: None)
    one = judged()
    for _ in range(2010):
        kept.journal.put(partial(rows, one))
    assert kept.journal.lost == 10


def test_old_rows_go(kept: Kept) -> None:
    kept.put(judged(at=AT - 91 * DAY_S), judged(at=AT - 89 * DAY_S))
    Kept(kept.path.parent.parent).put(judged())
    assert [entry.at for entry in read.recent(kept.path, 10)] == [AT, AT - 89 * DAY_S]


def test_rows_beyond_the_limit_go(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "MOST_ROWS", 5)
    kept.put(*(judged() for _ in range(9)))
    Kept(kept.path.parent.parent).put(judged())
    assert count(kept.path) == 6  # five were kept, one came


def test_a_file_that_grew_too_large_is_halved(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.put(*(judged() for _ in range(10)))
    monkeypatch.setattr(journal_file, "MOST_BYTES", 1)
    Kept(kept.path.parent.parent).put(judged())
    assert count(kept.path) == 6


KILLED = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from tests.sidecar.state.journal.stage import Kept, judged
kept = Kept(Path({folder!r}))
kept.put(*(judged() for _ in range(50)))
print("written", flush=True)
one = judged()
while True:
    kept.put(*[one] * 10)
"""


def test_what_was_written_survives_a_kill(tmp_path: Path) -> None:
    code = KILLED.format(root=str(ROOT), folder=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"written"
        process.kill()
    kept = Kept(tmp_path)
    assert count(kept.path) >= 50
    kept.put(judged())
    assert not kept.told


def test_turns_are_added_up_by_day_and_model_and_marks(kept: Kept) -> None:
    for _ in range(2):
        counts = [TurnCount("m", False, 20, 3), TurnCount("m", True, 10, 0), TurnCount("n", False, 1, 1)]
        kept.journal.count(lambda counts=counts: counts)  # type: ignore[misc]
    assert kept.journal.flush(30)
    assert read.turns(kept.path, 0) == [read.Turns("m", 40, 6, 20, 0), read.Turns("n", 2, 2, 0, 0)]
    assert read.recent(kept.path, 10) == [], "they are no calls"


def test_a_journal_of_version_1_gets_the_table_of_turns(kept: Kept) -> None:
    kept.path.parent.mkdir()
    with closing(sqlite3.connect(kept.path)) as db:
        for statement in schema.MIGRATIONS[0]:
            db.execute(statement)
        db.execute("INSERT INTO entries (at, session, turn, kind) VALUES (?, 's', 't', 'declined')", (AT,))
        db.execute("PRAGMA user_version = 1")
        db.commit()
    kept.journal.count(lambda: [TurnCount("m", False, 5, 1)])
    assert kept.journal.flush(30)
    assert read.turns(kept.path, 0) == [read.Turns("m", 5, 1, 0, 0)]
    assert len(read.recent(kept.path, 10)) == 1
