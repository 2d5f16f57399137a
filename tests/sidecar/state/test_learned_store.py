from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from pytest_subprocess import FakeProcess

from sidecar.core.learned import Shape, Take
from sidecar.errors import StateBusyError, StateError
from sidecar.state import learned
from sidecar.state.learned import LearnedStore
from tests.places import ROOT

HERE = "/here"
NARROW = Shape("write", "hash", (Take(("alpha",), ("path",), form="word"), Take(("beta",), ("content",))))
WIDE = Shape("write", "hash", (Take(("alpha",), ("path",), form="line"), Take(("beta",), ("content",))))


@pytest.fixture
def store(tmp_path: Path) -> LearnedStore:
    return LearnedStore(tmp_path / "state" / "learned.sqlite")


def test_nothing_is_made_by_looking(store: LearnedStore) -> None:
    assert store.get(HERE, "f") is None
    assert store.all() == []
    store.forget(HERE, "f")
    store.forget_all()
    assert not store.path.parent.exists()


def test_kept_used_forgotten(store: LearnedStore) -> None:
    store.put(HERE, "f", NARROW, 10.0)
    store.put(HERE, "g", NARROW, 11.0)
    store.used(HERE, "f", 12.0)
    assert store.get(HERE, "f") == NARROW
    assert [(one.project, one.fault, one.uses, one.learned_at) for one in store.all()] == [
        (HERE, "f", 1, 10.0),
        (HERE, "g", 0, 11.0),
    ]
    store.forget(HERE, "f")
    assert [one.fault for one in store.all()] == ["g"]
    store.forget_all()
    assert store.all() == []


def test_what_one_project_taught_is_nothing_to_another(store: LearnedStore) -> None:
    store.put(HERE, "f", NARROW, 1.0)
    assert store.get("/there", "f") is None
    store.put("/there", "f", WIDE, 2.0)
    store.forget(HERE, "f")
    assert store.get(HERE, "f") is None
    assert store.get("/there", "f") == WIDE


BEFORE = """
CREATE TABLE learned (
  fault TEXT PRIMARY KEY, sent TEXT NOT NULL, shape TEXT NOT NULL,
  learned_at REAL NOT NULL, used_at REAL NOT NULL, uses INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO learned VALUES ('f', 'edit', '{"tool": "write", "schema": "x", "takes": []}', 1.0, 1.0, 0);
"""


def test_what_was_learned_under_other_rules_is_dropped_once(store: LearnedStore) -> None:
    store.path.parent.mkdir()
    with closing(sqlite3.connect(store.path)) as database:
        database.executescript(BEFORE)
    assert store.get(HERE, "f") is None
    assert store.all() == []
    store.put(HERE, "f", NARROW, 2.0)
    assert LearnedStore(store.path).get(HERE, "f") == NARROW


def test_taught_again_it_keeps_the_wider_form_and_its_number(store: LearnedStore) -> None:
    store.put(HERE, "f", WIDE, 1.0)
    store.put(HERE, "g", NARROW, 2.0)
    store.put(HERE, "f", NARROW, 3.0)
    assert store.get(HERE, "f") == WIDE
    assert [one.fault for one in store.all()] == ["f", "g"]


def test_the_least_used_goes_when_there_are_too_many(
    store: LearnedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "MOST", 3)
    for number, name in enumerate("abcd"):
        store.put(HERE, name, NARROW, float(number))
        store.used(HERE, "a", number + 0.5)
    assert [one.fault for one in store.all()] == ["a", "c", "d"]


@pytest.mark.skipif(sys.platform == "win32", reason="no owner bits there")
def test_only_the_owner_reads_it(store: LearnedStore) -> None:
    store.path.parent.mkdir()
    store.path.touch(0o644)
    store.put(HERE, "f", NARROW, 1.0)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    with sqlite3.connect(store.path) as held:
        held.execute("SELECT * FROM learned").fetchall()
        store.put(HERE, "g", NARROW, 1.0)
        beside = [path for path in store.path.parent.iterdir() if path != store.path]
        assert beside
        assert {stat.S_IMODE(path.stat().st_mode) for path in beside} == {0o600}
    held.close()


def test_a_file_that_is_no_database_is_left_alone_and_named(store: LearnedStore) -> None:
    store.path.parent.mkdir()
    store.path.write_text("what somebody else keeps here, longer than a header of a database" * 20)
    before = store.path.read_bytes()
    for use in (
        lambda: store.get(HERE, "f"),
        lambda: store.put(HERE, "f", NARROW, 1.0),
        lambda: store.used(HERE, "f", 1.0),
        store.all,
        store.forget_all,
    ):
        with pytest.raises(StateError, match=r"learned\.sqlite"):
            use()
    assert store.path.read_bytes() == before


def test_a_file_of_a_newer_version_is_left_alone_and_named(store: LearnedStore) -> None:
    store.path.parent.mkdir()
    with sqlite3.connect(store.path) as database:
        database.execute("CREATE TABLE learned (other TEXT)")
        database.execute("PRAGMA user_version = 2")
    database.close()
    before = store.path.read_bytes()
    for use in (lambda: store.get(HERE, "f"), lambda: store.put(HERE, "f", NARROW, 1.0), store.forget_all):
        with pytest.raises(StateError, match=r"learned\.sqlite is of a newer toolrecovery; it is left alone"):
            use()
    assert store.path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="links are followed there")
def test_a_symbolic_link_is_not_followed(store: LearnedStore, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("")
    target.chmod(0o644)
    store.path.parent.mkdir()
    store.path.symlink_to(target)
    with pytest.raises(StateError, match=r"learned\.sqlite"):
        store.put(HERE, "f", NARROW, 1.0)
    assert target.read_bytes() == b""
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_another_process_that_holds_it_is_no_damage(
    store: LearnedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidecar.state.database.BUSY_S", 0)
    store.put(HERE, "f", NARROW, 1.0)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StateBusyError):
            store.forget(HERE, "f")
    assert store.get(HERE, "f") == NARROW


KILLED = """
import sys
from pathlib import Path
from sidecar.core.learned import Shape, Take
from sidecar.state.learned import LearnedStore
store, shape = LearnedStore(Path(sys.argv[1])), Shape("write", "h", (Take(("a",), ("path",)),))
for number in range(10 ** 9):
    store.put("/here", f"{sys.argv[2]}-{number}", shape, float(number))
    print(number, flush=True)
"""


def test_a_writer_killed_at_any_moment_loses_nothing(store: LearnedStore, fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    for name in ("one", "two", "three"):
        run = [sys.executable, "-c", KILLED, str(store.path), name]
        with subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            for _ in range(10):
                writer.stdout.readline()
            writer.kill()
            told = writer.stdout.read().splitlines(keepends=True)
        kept = {one.fault for one in store.all()}
        said = [*range(10), *(int(line) for line in told if line.endswith(b"\n"))]
        assert {f"{name}-{number}" for number in said} <= kept
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_a_row_of_another_version_is_as_good_as_none(store: LearnedStore) -> None:
    store.put(HERE, "f", NARROW, 1.0)
    with sqlite3.connect(store.path) as database:
        database.execute("UPDATE learned SET shape = ?", (json.dumps({"steps": []}),))
    database.close()
    assert store.get(HERE, "f") is None
    assert store.all() == []
    store.put(HERE, "f", NARROW, 2.0)
    assert store.get(HERE, "f") == NARROW


WRITER = """
import sys
from pathlib import Path
from sidecar.core.learned import Shape, Take
from sidecar.errors import StateError
from sidecar.state.learned import LearnedStore

store, shape = LearnedStore(Path(sys.argv[1])), Shape("write", "h", (Take(("a",), ("path",)),))

def until_done(work):
    while True:
        try:
            return work()
        except StateError as error:
            assert "locked" in str(error), error

for number in range(10):
    until_done(lambda: store.put("/here", f"{sys.argv[2]}-{number}", shape, 1.0))
    until_done(lambda: store.used("/here", "shared", 1.0))
    assert until_done(lambda: store.get("/here", f"{sys.argv[2]}-{number}")) == shape
"""


def test_processes_share_it(store: LearnedStore, fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    store.put(HERE, "shared", NARROW, 0.0)
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(store.path), name], cwd=ROOT)
        for name in ("one", "two", "three")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    kept = {one.fault: one.uses for one in store.all()}
    assert len(kept) == 1 + 3 * 10
    assert kept["shared"] == 3 * 10
