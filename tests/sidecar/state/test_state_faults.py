"""The real process on a disk that is full, in a home it cannot write, beside files that are no good.

Whatever happens to them: repairs go on, a person hears of each once, and what was there is there.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.learned import Shape, Take
from sidecar.state.learned import LearnedStore
from tests.sidecar.conftest import peer_of
from tests.sidecar.peer import HANGS_S, WRITE, Peer, broken, call, hello, request
from tests.sidecar.state.journal.stage import Kept, judged

SETTINGS = '{"notes": "first", "mine": [1]}'
SHAPE = Shape("write", "h", (Take(("a",), ("path",)),))


class Person:
    """Works with a sidecar and hears what it says unasked."""

    def __init__(self, peer: Peer, agent_dir: Path) -> None:
        self._peer, self.heard = peer, list[str]()
        self._number = 0
        self.ask("initialize", hello(agent_dir))
        self.ask("tools/set", {"key": "k", "tools": [WRITE]})

    def ask(self, method: str, params: Any) -> Any:
        self._number += 1
        self._peer.send(request(self._number, method, params))
        while (message := self._peer.receive()).get("id") != self._number:
            if message["method"] == "host/notify":
                self.heard.append(message["params"]["text"])
        return message["result"]

    def is_served(self) -> None:
        """Two slips are repaired, and one that nothing mends is let through."""
        for _ in range(2):
            message = call({"filename": "a", "content": "b"})
            result = self.ask("message/repair", {"message": message, "tools": "k"})
            assert result["message"]["content"][0]["arguments"] == {"path": "a", "content": "b"}
        assert self.ask("message/repair", broken(0)["params"])["message"] is None

    def about(self, word: str) -> list[str]:
        return [text for text in self.heard if word in text]


def end(process: Any, person: Person) -> list[str]:
    """What was said until the end; the journal speaks last."""
    process.stdin.close()
    peer = person._peer
    while not peer.at_end():
        message = peer.receive()
        if message.get("method") == "host/notify":
            person.heard.append(message["params"]["text"])
    assert process.wait(HANGS_S) == 0
    return person.heard


def state_of(tmp_path: Path) -> Path:
    return tmp_path / "state" / "toolrecovery"


def small_files(limit: int) -> Callable[[], None]:
    def set_limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return set_limit


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
@pytest.mark.parametrize("limit", [0, 30_000], ids=["nothing", "some pages"])
def test_a_disk_that_is_full(spawn: Any, tmp_path: Path, limit: int) -> None:
    """A file that may not grow fails as one on a full disk does: in the middle of a write."""
    (tmp_path / "tool-recovery.json").write_text(SETTINGS)
    kept, store = Kept(tmp_path), LearnedStore(state_of(tmp_path) / "learned.sqlite")
    store.put("/here", "f", SHAPE, 1.0)
    process = spawn(preexec_fn=small_files(limit))
    person = Person(peer_of(process), tmp_path)
    for _ in range(20):
        person.is_served()
    patch = {"tools": {"x" * 40_000: {"effect": "read"}}, "verbose": True}
    assert person.ask("config/set", {"patch": patch})["verbose"] is True
    heard = end(process, person)
    assert len(person.about("this holds for this session only")) == 1, heard
    assert len(person.about("keeps no journal")) <= 1, heard
    if limit == 0:
        assert len(person.about("keeps no journal")) == 1, heard
    assert (tmp_path / "tool-recovery.json").read_text() == SETTINGS
    assert store.get("/here", "f") == SHAPE
    kept.put(judged())
    assert not kept.told, "with room again, it is kept again"


def test_a_home_that_cannot_be_written(spawn: Any, tmp_path: Path) -> None:
    """A file stands where folders would have to be made: that stops every user, also root."""
    (tmp_path / "wall").write_text("")
    (tmp_path / "state").write_text("")
    process = spawn()
    person = Person(peer_of(process), tmp_path / "wall" / "agent")
    person.is_served()
    assert person.ask("config/set", {"patch": {"verbose": True}})["verbose"] is True
    person.is_served()
    heard = end(process, person)
    assert len(person.about("this holds for this session only")) == 1, heard
    assert len(person.about("keeps no journal")) == 1, heard
    assert len(heard) == len(set(heard))


def garbage(path: Path) -> None:
    path.write_bytes(os.urandom(5000))


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE later (x)")
        database.execute("PRAGMA user_version = 99")


def folder(path: Path) -> None:
    path.mkdir()


def cut(path: Path) -> None:
    """The first half of a good database of some pages."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE learned (x)")
        database.executemany("INSERT INTO learned VALUES (?)", [("y" * 1000,)] * 50)
        database.commit()
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("journal.sqlite3", newer),
        ("journal.sqlite3", folder),
        ("learned.sqlite", garbage),
        ("learned.sqlite", newer),
        ("learned.sqlite", cut),
    ],
)
def test_a_state_file_that_is_no_good(
    spawn: Any, tmp_path: Path, name: str, damage: Callable[[Path], None]
) -> None:
    path = state_of(tmp_path) / name
    path.parent.mkdir(parents=True)
    damage(path)
    before = path.read_bytes() if path.is_file() else b""
    process = spawn()
    person = Person(peer_of(process), tmp_path)
    person.is_served()
    person.is_served()
    heard = end(process, person)
    assert len(heard) == 1, heard
    assert str(path) in heard[0]
    kept = path.with_name(f"{name}.damaged-1") if "is now" in heard[0] else path
    assert (kept.read_bytes() if kept.is_file() else b"") == before


@pytest.mark.parametrize("name", ["tool-recovery.json", "extensions/pi-tool-repair.json"])
def test_a_configuration_that_is_no_good(spawn: Any, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\xff\xfe{")
    process = spawn()
    person = Person(peer_of(process), tmp_path)
    person.is_served()
    person.is_served()
    heard = end(process, person)
    assert len(heard) == 1, heard
    assert path.name in heard[0]
    assert path.read_bytes() == b"\xff\xfe{"
