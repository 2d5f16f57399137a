"""A call of pi's file tools that failed: what the model is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.core.blocks import JsonObject
from sidecar.results.observation import Observation, Result
from sidecar.session.edits.explaining import Explainer
from sidecar.session.edits.reading import Files

MISSED = {"oldText": "total = old + 1", "newText": "total = 2"}
INVALID = 'Validation failed for tool "edit":\n  - path: missing'


class Stage:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.explainer = Explainer(lambda: Files(str(folder), str(folder)))

    def file(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def failed(
        self, tool: str, arguments: JsonObject, error: str = "It failed.", *, builtin: bool = True
    ) -> str:
        result = Result(({"type": "text", "text": error},), is_error=True)
        seen = Observation("c", tool, arguments, result, executed=error != INVALID, builtin=builtin)
        return self.explainer.explained(seen, "", builtin_edit=builtin)

    def succeeded(self, tool: str, path: str) -> None:
        result = Result(({"type": "text", "text": "done"},))
        seen = Observation("c", tool, {"path": path}, result, builtin=True)
        assert self.explainer.explained(seen, "", builtin_edit=True) == ""


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_the_file_s_own_lines_are_shown(stage: Stage) -> None:
    stage.file("a.py", "x = 1\ntotal = old + 2\n")
    assert "total = old + 2" in stage.failed("edit", {"path": "a.py", "edits": [MISSED]})


def test_what_is_said_already_comes_first_and_counts(stage: Stage) -> None:
    stage.file("a.py", "total = old + 2\n" + "y = 1\n" * 2_000)
    result = Result(({"type": "text", "text": "No." * 300},), is_error=True)
    seen = Observation("c", "edit", {"path": "a.py", "edits": [MISSED]}, result, builtin=True)
    said = stage.explainer.explained(seen, "Same call, same error.", builtin_edit=True)
    assert said.startswith("Same call, same error.\n")
    assert len(said) + 901 <= 2_500


def test_another_tool_of_that_name_is_left_alone(stage: Stage) -> None:
    stage.file("a.py", "total = old + 2\n")
    assert stage.failed("edit", {"path": "a.py", "edits": [MISSED]}, builtin=False) == ""


@pytest.mark.parametrize("tool", ["edit", "read", "grep", "find", "ls"])
def test_the_one_file_of_that_name_is_named(stage: Stage, tool: str) -> None:
    stage.file("lib/model/a.py", "x = 1\n")
    said = stage.failed(tool, {"path": "src/a.py", "edits": [MISSED]})
    assert said.endswith("lib/model/a.py")


def test_a_name_in_other_upper_and_lower_case(stage: Stage) -> None:
    stage.file("lib/Model.py", "x = 1\n")
    assert "upper and lower case: lib/Model.py" in stage.failed("read", {"path": "lib/model.py"})


def test_several_of_that_name_are_named_the_likeliest_first(stage: Stage) -> None:
    for name in ("one/a.py", "two/lib/a.py"):
        stage.file(name, "x = 1\n")
    assert stage.failed("read", {"path": "lib/a.py"}).endswith("two/lib/a.py, one/a.py")


def test_no_file_of_that_name(stage: Stage) -> None:
    assert stage.failed("read", {"path": "a.py"}) == "No file below the working folder has that name."


def test_a_path_that_is_there_needs_no_word(stage: Stage) -> None:
    stage.file("a.py", "x = 1\n")
    assert stage.failed("read", {"path": "a.py"}, "Offset 9 is beyond end of file") == ""


def test_without_a_path_the_one_file_of_the_run_that_holds_the_text_is_named(stage: Stage) -> None:
    stage.file("a.py", MISSED["oldText"])
    stage.file("b.py", "y = 1\n")
    stage.succeeded("read", "a.py")
    stage.succeeded("write", "b.py")
    said = stage.failed("edit", {"edits": [MISSED]}, INVALID)
    assert said.endswith("holds every oldText: a.py")
    assert "b.py" not in said


def test_without_a_path_none_or_several_are_not_named(stage: Stage) -> None:
    for name in ("a.py", "b.py"):
        stage.file(name, "y = 1\n")
        stage.succeeded("read", name)
    assert "none of the files" in stage.failed("edit", {"edits": [MISSED]}, INVALID)
    same = {"edits": [{"oldText": "y = 1", "newText": "y = 2"}]}
    assert "2 of the files" in stage.failed("edit", same, INVALID)


def test_files_of_an_earlier_run_do_not_count(stage: Stage) -> None:
    stage.file("a.py", MISSED["oldText"])
    stage.succeeded("read", "a.py")
    stage.explainer.start_run()
    assert stage.failed("edit", {"edits": [MISSED]}, INVALID) == ""


def test_a_write_without_a_path_is_given_none(stage: Stage) -> None:
    stage.file("a.py", "x")
    stage.succeeded("write", "a.py")
    assert stage.failed("write", {"content": "x"}, INVALID) == ""


def test_a_file_that_is_no_text_is_not_quoted(stage: Stage) -> None:
    (stage.folder / "a.bin").write_bytes(b"\xff\xfe\0")
    assert "no UTF-8 text" in stage.failed("edit", {"path": "a.bin", "edits": [MISSED]})
