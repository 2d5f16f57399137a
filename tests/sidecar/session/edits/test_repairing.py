"""Calls of pi's edit in a message, and files on disk: what is repaired, and what is left alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sidecar.core.blocks import JsonObject
from sidecar.session.edits.reading import LARGEST, Files
from sidecar.session.messages import HostReport, RepairRequest, SessionMemory, Task
from sidecar.session.past.builtin import builtin_toolset
from sidecar.settings.config import Config, ToolConfig

NUMBERED = {"oldText": "2\tb = 2", "newText": "2\tb = 9"}
PLAIN = [{"oldText": "b = 2", "newText": "b = 9"}]


def edit(path: str = "a.py", *edits: JsonObject) -> JsonObject:
    return {"name": "edit", "arguments": {"path": path, "edits": [*(edits or [NUMBERED])]}}


def result(
    folder: Path, *calls: JsonObject, config: Config | None = None, builtin: bool = True
) -> JsonObject:
    blocks = [{"type": "toolCall", "id": f"c{at}", **call} for at, call in enumerate(calls)]
    message = {"role": "assistant", "stopReason": "toolUse", "content": blocks}
    memory = SessionMemory(files=lambda: Files(str(folder), str(folder)))
    request = RepairRequest(message, HostReport(builtin_edit=builtin))
    return Task(request, builtin_toolset(), config or Config(), memory).result()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("a = 1\nb = 2\n")
    return tmp_path


def edits_sent(found: JsonObject, at: int = 0) -> Any:
    return found["message"]["content"][at]["arguments"]["edits"]


def test_an_edit_that_would_miss_is_sent_in_the_file_s_characters(folder: Path) -> None:
    found = result(folder, edit())
    assert edits_sent(found) == PLAIN
    (record,) = found["repairs"]
    assert (record["stage"], record["rules"]) == ("edits", ["edit-line-numbers"])
    assert record["summary"] == "edit: oldText as it is in the file (line-numbers)"
    assert record["before"]["arguments"]["edits"] == [NUMBERED]


def test_a_call_that_a_rule_repaired_too_has_one_record(folder: Path) -> None:
    call = edit()
    call["arguments"]["file_path"] = call["arguments"].pop("path")
    (record,) = result(folder, call)["repairs"]
    assert record["stage"] == "rules"
    assert record["rules"] == ["rename-key", "edit-line-numbers"]
    assert record["after"]["arguments"] == {"path": "a.py", "edits": PLAIN}


@pytest.mark.parametrize("path", ["@a.py", "./a.py", "~/a.py", "sub/../a.py"])
def test_a_path_is_read_as_pi_reads_it(folder: Path, path: str) -> None:
    assert edits_sent(result(folder, edit(path))) == PLAIN


def test_a_link_leads_to_its_file(folder: Path) -> None:
    (folder / "link.py").symlink_to("a.py")
    assert edits_sent(result(folder, edit("link.py"))) == PLAIN


def test_the_other_forms_of_edits_that_pi_takes(folder: Path) -> None:
    found = result(folder, {"name": "edit", "arguments": {"path": "a.py", **NUMBERED}})
    assert found["message"]["content"][0]["arguments"] == {"path": "a.py", "edits": PLAIN}


def test_where_another_edit_tool_would_run_no_file_is_read(folder: Path) -> None:
    assert result(folder, edit(), builtin=False)["message"] is None


def test_an_edit_that_fits_stays(folder: Path) -> None:
    assert result(folder, edit("a.py", *PLAIN))["message"] is None


@pytest.mark.parametrize(
    "before",
    [
        {"name": "bash", "arguments": {"command": "make"}},
        {"name": "write", "arguments": {"path": "./a.py", "content": "x"}},
        edit("@a.py", {"oldText": "a = 1", "newText": "a = 3"}),
    ],
    ids=["a shell command", "a write of the file", "an edit of the file"],
)
def test_after_a_call_that_may_change_the_file_it_stays(folder: Path, before: JsonObject) -> None:
    assert result(folder, before, edit())["message"] is None


@pytest.mark.parametrize(
    "before",
    [
        {"name": "read", "arguments": {"path": "a.py"}},
        {"name": "write", "arguments": {"path": "b.py", "content": "x"}},
    ],
    ids=["a read of the file", "a write of another"],
)
def test_after_another_call_it_is_repaired(folder: Path, before: JsonObject) -> None:
    assert edits_sent(result(folder, before, edit()), 1) == PLAIN


def test_mode_observe_says_what_would_have_been_done(folder: Path) -> None:
    found = result(folder, edit(), config=Config(mode="observe"))
    assert found["message"] is None
    assert [record["rules"] for record in found["repairs"]] == [["edit-line-numbers"]]


@pytest.mark.parametrize(
    "config",
    [
        Config(rules={"edit-line-numbers": False}),
        Config(tools={"edit": ToolConfig(rules={"edit-line-numbers": False})}),
    ],
    ids=["for all tools", "for edit"],
)
def test_a_transform_can_be_switched_off(folder: Path, config: Config) -> None:
    assert result(folder, edit(), config=config)["message"] is None


def test_a_file_that_is_no_text_too_large_or_none_stays(folder: Path) -> None:
    (folder / "data").write_bytes(b"\xff\xfe2\tb = 2")
    (folder / "large").write_text("b = 2\n" + "x" * LARGEST)
    for path in ("data", "large", "absent", ".", "a\0b"):
        assert result(folder, edit(path))["message"] is None
