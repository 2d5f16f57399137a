"""Files are their owner's alone, replaced whole, and no symbolic link is written through."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from sidecar.files.private import NO_LINK, ensure_private, make_folder
from sidecar.files.replace import replace_file

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")


@posix
def test_a_readable_file_becomes_its_owners_alone_and_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "state"
    ensure_private(path)
    path.write_text("kept")
    path.chmod(0o644)
    ensure_private(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == "kept"


@pytest.mark.skipif(not NO_LINK, reason="links are followed there")
def test_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("of somebody else")
    target.chmod(0o644)
    (tmp_path / "state").symlink_to(target)
    with pytest.raises(OSError, match="state"):
        ensure_private(tmp_path / "state")
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


@posix
def test_a_replaced_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    path.write_text("old")
    path.chmod(0o644)
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["settings"]


def test_where_writing_fails_the_old_content_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int) -> None:
        raise OSError("no space left on device")

    path = tmp_path / "settings"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        replace_file(path, b"new")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["settings"]


@posix
def test_every_folder_that_is_made_is_its_owners_alone_whatever_the_umask_is(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_folder(tmp_path / "a" / "b" / "c")
    finally:
        os.umask(before)
    made = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in made] == [0o700] * 3


@posix
def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_folder(tmp_path / "a")
    make_folder(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
