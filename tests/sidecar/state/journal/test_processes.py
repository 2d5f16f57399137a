"""Eight processes at once: nothing lost, nothing torn, neither in the journal nor in the configuration."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT
from tests.sidecar.state.journal.stage import Kept

PROCESSES, ENTRIES, SETTINGS = 8, 100, 8

WORK = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from functools import partial
from sidecar.session.journal_rows import rows
from sidecar.settings.store import ConfigStore
from tests.sidecar.state.journal.stage import HANGS_S, Kept, judged
number, folder = int(sys.argv[1]), Path({folder!r})
sys.stdin.readline()
kept, store = Kept(folder), ConfigStore(folder, {{}})
unsaved = []
for turn in range({entries}):
    one = judged(session=f"p{{number}}", turn=f"p{{number}}-{{turn}}")
    kept.journal.put(partial(rows, one))
    if turn < {settings}:
        kept.journal.flush(HANGS_S)
        tool = {{"rules": {{"rename-key": False}}}}
        unsaved.append(store.save({{"tools": {{f"tool-{{number}}-{{turn}}": tool}}}}))
assert kept.journal.flush(HANGS_S)
assert not kept.told, kept.told
assert not any(unsaved), unsaved
"""


@pytest.mark.parametrize("damaged", [False, True], ids=["no file yet", "a damaged file"])
def test_eight_processes(tmp_path: Path, damaged: bool) -> None:
    kept = Kept(tmp_path)
    if damaged:
        kept.path.parent.mkdir()
        kept.path.write_bytes(b"no database at all " * 500)
    code = WORK.format(root=str(ROOT), folder=str(tmp_path), entries=ENTRIES, settings=SETTINGS)
    if damaged:
        code = code.replace("assert not kept.told, kept.told\n", "print(*kept.told)\n")
    started = [_start(code, number) for number in range(PROCESSES)]
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    ended = [process.communicate() for process in started]
    assert [process.returncode for process in started] == [0] * PROCESSES, ended
    with closing(sqlite3.connect(kept.path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        rows = db.execute("SELECT session, count(DISTINCT turn) FROM entries GROUP BY 1").fetchall()
    assert sorted(rows) == [(f"p{number}", ENTRIES) for number in range(PROCESSES)]
    settings = json.loads((tmp_path / "tool-recovery.json").read_text())
    assert len(settings["tools"]) == PROCESSES * SETTINGS
    aside = list(kept.path.parent.glob("*.damaged-*"))
    assert len(aside) == (1 if damaged else 0)


def _start(code: str, number: int) -> subprocess.Popen[Any]:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code, str(number)], text=True, **pipes)
