from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from sidecar.files.private import NO_LINK
from sidecar.state import debug_log
from sidecar.state.debug_log import append


def test_the_log_grows_and_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "state" / "debug.log"
    append(path, ["one"])
    append(path, ["two", "\ud800"])
    assert path.read_text("utf-8") == "[toolrecovery] one\n[toolrecovery] two\n[toolrecovery] ?\n"
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_full_log_gives_way_to_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_log, "LARGEST", 20)
    path = tmp_path / "debug.log"
    for word in ("one", "two", "three"):
        append(path, [word])
    assert path.read_text("utf-8") == "[toolrecovery] three\n"
    assert path.with_suffix(".log.1").read_text("utf-8") == "[toolrecovery] one\n[toolrecovery] two\n"


@pytest.mark.skipif(not NO_LINK, reason="this system follows symbolic links")
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "somebody's"
    target.write_text("theirs\n")
    (tmp_path / "debug.log").symlink_to(target)
    with pytest.raises(OSError, match=r"debug\.log"):
        append(tmp_path / "debug.log", ["one"])
    assert target.read_text() == "theirs\n"
