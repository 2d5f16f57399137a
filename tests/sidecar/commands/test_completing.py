"""The words offered after a verb of `/toolrecovery`, while one types."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from sidecar import commands
from sidecar.commands.context import CommandContext, StoredState
from sidecar.commands.rule import known_rules
from sidecar.core.learned import Shape, Take
from sidecar.session.host import SessionFacts
from sidecar.settings.store import ConfigStore
from sidecar.state.learned import LearnedStore
from tests.sidecar.state.journal.stage import Kept, judged, message

LEARNED = Shape("write", "hash", (Take(("alpha",), ("path",)),))


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


@pytest.fixture
def desk(tmp_path: Path, kept: Kept) -> CommandContext:
    tools: list[dict[str, Any]] = [{"name": "write", "parameters": {}}, {"name": "bash", "parameters": {}}]
    return CommandContext(
        ConfigStore(tmp_path, {}),
        facts=SessionFacts(tools=tools),
        stored=StoredState(journal=kept.journal, learned=LearnedStore(tmp_path / "learned.sqlite3")),
    )


def offered(desk: CommandContext, args: str) -> list[str]:
    return [word.name for word in commands.complete(desk, args)]


def test_a_rule_by_its_beginning_then_by_any_part(desk: CommandContext) -> None:
    assert offered(desk, "rule ") == known_rules()
    assert offered(desk, "rule rename-t") == ["rename-typo"]
    assert offered(desk, "rule typo") == ["rename-typo", "match-enum-typo"]
    assert offered(desk, "rule drop-null") == ["drop-null", "drop-null-word"]


def test_every_rule_is_explained(desk: CommandContext) -> None:
    for word in commands.complete(desk, "rule "):
        assert "→" in word.summary, word.name
        assert word.summary.isprintable()


def test_after_a_rule_off_or_on_then_a_tool(desk: CommandContext) -> None:
    assert offered(desk, "rule rename-key ") == ["off", "on"]
    assert offered(desk, "rule rename-key of") == ["off"]
    assert offered(desk, "rule rename-key off ") == ["write", "bash"]
    assert offered(desk, "rule rename-key off write ") == []


def test_modes_and_grammar(desk: CommandContext) -> None:
    assert offered(desk, "mode ") == ["repair", "observe"]
    assert offered(desk, "mode o") == ["observe"]
    assert offered(desk, "grammar ") == ["on", "off", "strip"]
    assert offered(desk, "mode observe now") == []


@pytest.mark.parametrize(
    "args", ["", "mode", "status ", "nothing ", "mode observe", "mode zzz", "mode  observe"]
)
def test_nothing_is_offered_where_no_word_can_follow_or_the_last_is_whole(
    desk: CommandContext, args: str
) -> None:
    assert offered(desk, args) == []


def test_calls_by_their_number_those_that_were_repaired_for_undo(desk: CommandContext, kept: Kept) -> None:
    assert offered(desk, "why ") == []
    now = time.time()
    kept.put(judged(at=now), judged(message({"content": "b"}), at=now))
    assert offered(desk, "why ") == ["2", "1"]
    assert offered(desk, "undo ") == ["1"]
    assert commands.complete(desk, "undo ")[0].summary == "write: filename → path"


def test_a_journal_that_cannot_be_read_offers_nothing(desk: CommandContext, kept: Kept) -> None:
    kept.path.parent.mkdir()
    kept.path.write_bytes(b"no database " * 1000)
    assert offered(desk, "why ") == []


def test_forget_offers_what_was_learned(desk: CommandContext) -> None:
    assert desk.stored.learned is not None
    desk.stored.learned.put("f", "write", LEARNED, 1.0)
    assert [(word.name, word.summary) for word in commands.complete(desk, "forget ")] == [
        ("1", "write: alpha → path"),
        ("all", "everything that was learned"),
    ]
