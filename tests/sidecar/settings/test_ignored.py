"""A settings file in a project is named, and only there."""

from pathlib import Path

from sidecar.settings.ignored import ignored


def planted(folder: Path) -> Path:
    file = folder / ".pi" / "tool-recovery.json"
    file.parent.mkdir()
    file.write_text("{}")
    return file


def test_a_project_with_settings_is_told_that_they_are_ignored_and_which_file_counts(tmp_path: Path) -> None:
    file, used = planted(tmp_path), tmp_path / "agent" / "tool-recovery.json"
    assert ignored(str(tmp_path), used) == (
        f"toolrecovery ignores {file}: no file of a project configures it, {used} does"
    )


def test_nothing_is_said_of_a_project_without_settings(tmp_path: Path) -> None:
    assert ignored(str(tmp_path), tmp_path / "tool-recovery.json") == ""
    assert ignored("", tmp_path / "tool-recovery.json") == ""


def test_nothing_is_said_of_the_file_that_is_used(tmp_path: Path) -> None:
    assert ignored(str(tmp_path), planted(tmp_path)) == ""
