"""rule, grammar, mode, config, help: what they save and say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidecar import commands
from sidecar.commands.context import CommandContext
from sidecar.commands.rule import known_rules
from sidecar.session.host import SessionFacts
from sidecar.settings.store import ConfigStore


@pytest.fixture
def desk(tmp_path: Path) -> CommandContext:
    return CommandContext(ConfigStore(tmp_path, {}), facts=SessionFacts(model="qwen-3"))


def say(desk: CommandContext, args: str) -> str:
    return commands.run(desk, "toolrecovery", args).text


def saved(desk: CommandContext) -> Any:
    return json.loads(desk.store.path.read_text())


def test_a_rule_off_and_on(desk: CommandContext) -> None:
    assert say(desk, "rule rename-key") == "rename-key is on. Usage: rule <name> on|off [tool]"
    assert say(desk, "rule rename-key off") == "rename-key is off"
    assert say(desk, "rule drop-null off read") == "drop-null is off for read"
    assert saved(desk) == {"rules": {"rename-key": False}, "tools": {"read": {"rules": {"drop-null": False}}}}
    assert say(desk, "rule").startswith("These rules are off:\n  rename-key\n  drop-null for read\nUsage: ")
    assert say(desk, "rule rename-key on write") == (
        "rename-key is on for write; it stays off for every tool until rule rename-key on"
    )
    assert say(desk, "rule drop-null on") == "drop-null is on, but off for read"
    assert say(desk, "rule rename-key on") == "rename-key is on"


def test_rule_alone_lists_every_rule(desk: CommandContext) -> None:
    text = say(desk, "rule")
    assert text.startswith("Every rule is on.\n")
    for name in known_rules():
        assert name in text


def test_an_unknown_rule_gets_the_nearest(desk: CommandContext) -> None:
    reply = commands.run(desk, "toolrecovery", "rule rename-keys off")
    assert reply.level == "warning"
    assert reply.text.startswith("There is no rule rename-keys. Did you mean rename-key or ")
    assert not desk.store.path.exists()


@pytest.mark.parametrize("args", ["rule rename-key of", "rule rename-key off read now"])
def test_a_rule_misused(desk: CommandContext, args: str) -> None:
    assert commands.run(desk, "toolrecovery", args).level == "warning"
    assert not desk.store.path.exists()


def test_grammar(desk: CommandContext) -> None:
    assert say(desk, "grammar") == "grammar is off for qwen-3. Usage: grammar on|off|strip"
    assert say(desk, "grammar on") == "leaked tool-call text becomes calls"
    assert say(desk, "grammar") == "grammar is on. Usage: grammar on|off|strip"
    assert say(desk, "grammar strip") == "leaked tool-call text is cut out and never run"
    assert saved(desk)["grammar"] == {"enabled": True, "mode": "strip"}
    desk.store.save({"grammar": {"leakModels": ["qwen"]}})
    assert say(desk, "grammar off") == (
        "leaked tool-call text stays as it is, but for models that match qwen"
    )
    assert say(desk, "grammar") == "grammar is strip for qwen-3 (leakModels). Usage: grammar on|off|strip"


@pytest.mark.parametrize("verb", ["grammar", "status"])
def test_the_models_that_leak_are_named_where_no_model_is_known(desk: CommandContext, verb: str) -> None:
    desk = replace(desk, facts=replace(desk.facts, model=""))
    desk.store.save({"grammar": {"leakModels": ["kimi", "gguf"]}})
    assert "on for models that match kimi, gguf" in say(desk, verb)


def test_off_after_strip_is_the_end_of_strip(desk: CommandContext) -> None:
    say(desk, "grammar strip")
    say(desk, "grammar off")
    assert saved(desk)["grammar"] == {"enabled": False}
    desk.store.save({"grammar": {"enabled": True}})
    assert say(desk, "grammar").startswith("grammar is on.")


def test_off_leaves_strip_to_the_models_that_are_named(desk: CommandContext) -> None:
    desk.store.save({"grammar": {"leakModels": ["qwen"], "mode": "strip"}})
    say(desk, "grammar off")
    assert saved(desk)["grammar"]["mode"] == "strip"


def test_mode(desk: CommandContext) -> None:
    assert say(desk, "mode") == "mode is repair. Usage: mode repair|observe"
    assert say(desk, "mode observe").startswith("mode observe: nothing is changed")
    assert saved(desk) == {"mode": "observe"}
    assert "(mode observe" in say(desk, "status")


def test_config_says_where_each_value_came_from(tmp_path: Path) -> None:
    environ = {
        "TOOLRECOVERY_BASE_URL": "https://user:pw@h/v1?key=k",
        "TOOLRECOVERY_API_KEY": "secret",
        "PI_TOOL_REPAIR_DEBUG": "1",
    }
    settings = {
        "verbose": True,
        "journal": "wrong",
        "recovery": {"maxPerRun": 3},
        "endpoint": {"modelId": "file"},
    }
    (tmp_path / "tool-recovery.json").write_text(json.dumps(settings))
    (tmp_path / "extensions").mkdir()
    beside = {"grammarRepair": {"enabled": True, "leakModels": ["x"]}}
    (tmp_path / "extensions" / "pi-tool-repair.json").write_text(json.dumps(beside))
    desk = CommandContext(ConfigStore(tmp_path, environ))
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in say(desk, "config").splitlines()[1:]}
    assert rows["verbose"] == "true (tool-recovery.json)"
    assert rows["recovery.maxPerRun"] == "3 (tool-recovery.json)"
    assert rows["recovery.values"] == '"traceable"'
    assert rows["journal"] == '"shapes"'
    assert rows["grammar.enabled"] == "true (extensions/pi-tool-repair.json)"
    assert rows["grammar.mode"] == '"recover"'
    assert rows["debug"] == "true (PI_TOOL_REPAIR_DEBUG)"
    assert rows["endpoint.baseUrl"] == '"https://***@h/v1" (TOOLRECOVERY_BASE_URL)'
    assert rows["endpoint.apiKey"] == '"***" (TOOLRECOVERY_API_KEY)'
    assert rows["endpoint.modelId"] == '"recovery"'
    assert "secret" not in say(desk, "config")


def test_config_names_what_holds_for_this_session_only(desk: CommandContext) -> None:
    desk.store.path.write_text("{oops")
    say(desk, "mode observe")
    assert '"observe"  (this session)' in say(desk, "config")


def test_help_has_every_word(desk: CommandContext) -> None:
    lines = say(desk, "help").splitlines()
    words = [*(name for name in commands.COMMANDS if name), "/toolrecovery-model"]
    assert [line.split()[0] for line in lines] == words


def test_every_word_has_a_summary_that_pi_shows_whole(desk: CommandContext) -> None:
    for verb, command in commands.COMMANDS.items():
        assert command.summary == command.summary.strip()
        assert 0 < len(command.summary) <= (44 if verb else 80)  # its room in a list of 80 columns
        assert "\n" not in command.summary


@pytest.mark.parametrize("word", list(commands.COMMANDS))
def test_every_word_answers(desk: CommandContext, word: str) -> None:
    assert say(desk, word)
