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
def context(tmp_path: Path, kept: Kept) -> CommandContext:
    tools: list[dict[str, Any]] = [{"name": "write", "parameters": {}}, {"name": "bash", "parameters": {}}]
    return CommandContext(
        ConfigStore(tmp_path, {}),
        facts=SessionFacts(tools=tools),
        stored=StoredState(journal=kept.journal, learned=LearnedStore(tmp_path / "learned.sqlite3")),
    )


def offered(context: CommandContext, args: str) -> list[str]:
    return [word.name for word in commands.complete(context, args)]


def test_a_rule_by_its_beginning(context: CommandContext) -> None:
    assert offered(context, "rule ") == known_rules()
    assert offered(context, "rule rename-t") == ["rename-typo"]
    assert offered(context, "rule typo") == []


def test_a_whole_word_is_not_offered_longer_ones(context: CommandContext) -> None:
    assert offered(context, "rule drop-nul") == ["drop-null", "drop-null-word"]
    assert offered(context, "rule drop-null") == []


def test_every_rule_is_explained(context: CommandContext) -> None:
    for word in commands.complete(context, "rule "):
        assert "→" in word.summary, word.name
        assert word.summary.isprintable()


def test_after_a_rule_off_or_on_then_a_tool(context: CommandContext) -> None:
    assert offered(context, "rule rename-key ") == ["off", "on"]
    assert offered(context, "rule rename-key of") == ["off"]
    assert offered(context, "rule rename-key off ") == ["write", "bash"]
    assert offered(context, "rule rename-key off write ") == []


def test_modes_and_grammar(context: CommandContext) -> None:
    assert offered(context, "mode ") == ["repair", "observe"]
    assert offered(context, "mode o") == ["observe"]
    assert offered(context, "grammar ") == ["on", "off", "strip", "allow"]
    assert offered(context, "mode observe now") == []


@pytest.mark.parametrize(
    "args", ["", "mode", "status ", "nothing ", "mode observe", "mode zzz", "mode  observe"]
)
def test_nothing_is_offered_where_no_word_can_follow_or_the_last_is_whole(
    context: CommandContext, args: str
) -> None:
    assert offered(context, args) == []


def test_calls_by_their_number_those_that_were_repaired_for_undo(context: CommandContext, kept: Kept) -> None:
    assert offered(context, "why ") == []
    now = time.time()
    kept.put(judged(at=now), judged(message({"content": "b"}), at=now))
    assert offered(context, "why ") == ["2", "1"]
    assert offered(context, "undo ") == ["1"]
    assert commands.complete(context, "undo ")[0].summary == "write: filename → path"


def test_a_journal_that_cannot_be_read_offers_nothing(context: CommandContext, kept: Kept) -> None:
    kept.path.parent.mkdir()
    kept.path.write_bytes(b"no database " * 1000)
    assert offered(context, "why ") == []


def test_forget_offers_what_was_learned(context: CommandContext) -> None:
    assert context.stored.learned is not None
    context.stored.learned.put("f", "write", LEARNED, 1.0)
    assert [(word.name, word.summary) for word in commands.complete(context, "forget ")] == [
        ("1", "write: alpha → path"),
        ("all", "everything that was learned"),
    ]
