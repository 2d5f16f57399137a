"""`purge` removes what was kept, and nothing of a person's."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.cli.main import main
from sidecar.state.purge import purge


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """A machine where toolrecovery was used."""
    agent, state = tmp_path / "agent", tmp_path / "state/toolrecovery"
    for folder in (agent / "toolrecovery/env-0a1b-2c3d/bin", state / "reports"):
        folder.mkdir(parents=True)
    for file in (
        agent / "toolrecovery/env-0a1b.json",
        agent / "tool-recovery.json",
        agent / "tool-recovery.json.lock",
        agent / "models.json",
        state / "learned.sqlite",
        state.parent / "another.txt",
    ):
        file.write_text("{}")
    return {"PI_CODING_AGENT_DIR": str(agent), "XDG_STATE_HOME": str(state.parent)}


def left(environ: dict[str, str]) -> set[str]:
    folders = [Path(folder) for folder in environ.values()]
    return {path.name for folder in folders for path in folder.rglob("*") if path.is_file()}


def test_state_and_environments_go_settings_and_what_is_not_ours_stay(
    environ: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["purge"], environ) == 0
    assert left(environ) == {"tool-recovery.json", "tool-recovery.json.lock", "models.json", "another.txt"}
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in said] == ["removed", "removed", "kept"]
    assert not (Path(environ["PI_CODING_AGENT_DIR"]) / "toolrecovery").exists()


def test_with_yes_the_settings_go_too(environ: dict[str, str]) -> None:
    assert main(["purge", "--yes"], environ) == 0
    assert left(environ) == {"models.json", "another.txt"}


@pytest.mark.parametrize(("answer", "stays"), [("", True), ("n", True), ("YES", False)])
def test_a_terminal_is_asked(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch, answer: str, stays: bool
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    main(["purge"], environ)
    assert ("tool-recovery.json" in left(environ)) is stays


def test_a_clone_in_the_folder_of_that_name_stays(environ: dict[str, str]) -> None:
    mine = Path(environ["PI_CODING_AGENT_DIR"]) / "toolrecovery/README.md"
    mine.write_text("")
    main(["purge"], environ)
    assert mine.exists()
    assert not list(mine.parent.glob("env-*"))


def test_a_link_in_the_place_of_the_state_is_not_followed(tmp_path: Path, environ: dict[str, str]) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "state/toolrecovery").rename(elsewhere)
    (tmp_path / "state/toolrecovery").symlink_to(elsewhere, target_is_directory=True)
    main(["purge"], environ)
    assert (elsewhere / "learned.sqlite").exists()


def test_the_environment_that_runs_us_is_left_to_who_started_us(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Path(environ["PI_CODING_AGENT_DIR"]) / "toolrecovery/env-0a1b-2c3d"
    monkeypatch.setattr("sys.prefix", str(own))
    said = list(purge(Path(environ["PI_CODING_AGENT_DIR"]), environ, with_settings=False))
    assert own.exists()
    assert len(said) == 2


def test_where_nothing_was_kept_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environ = {"PI_CODING_AGENT_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    assert main(["purge"], environ) == 0
    assert capsys.readouterr().out == "no state and no settings were kept\n"


def test_another_word_removes_nothing(environ: dict[str, str]) -> None:
    before = left(environ)
    assert main(["purge", "all"], environ) == 1
    assert left(environ) == before
