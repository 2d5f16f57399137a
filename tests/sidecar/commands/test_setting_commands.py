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
def context(tmp_path: Path) -> CommandContext:
    return CommandContext(ConfigStore(tmp_path, {}), facts=SessionFacts(model="qwen-3"))


def say(context: CommandContext, args: str) -> str:
    return commands.run(context, "toolrecovery", args).text


def saved(context: CommandContext) -> Any:
    return json.loads(context.store.path.read_text())


def test_a_rule_off_and_on(context: CommandContext) -> None:
    assert say(context, "rule rename-key") == "rename-key is on. Usage: rule <name> on|off [tool]"
    assert say(context, "rule rename-key off") == "rename-key is off"
    assert say(context, "rule drop-null off read") == "drop-null is off for read"
    assert saved(context) == {
        "rules": {"rename-key": False},
        "tools": {"read": {"rules": {"drop-null": False}}},
    }
    assert say(context, "rule").startswith(
        "These rules are off:\n  rename-key\n  drop-null for read\nUsage: "
    )
    assert say(context, "rule rename-key on write") == (
        "rename-key is on for write; it stays off for every tool until rule rename-key on"
    )
    assert say(context, "rule drop-null on") == "drop-null is on, but off for read"
    assert say(context, "rule rename-key on") == "rename-key is on"


def test_rule_alone_lists_every_rule(context: CommandContext) -> None:
    text = say(context, "rule")
    assert text.startswith("Every rule is on.\n")
    for name in known_rules():
        assert name in text


def test_an_unknown_rule_gets_the_nearest(context: CommandContext) -> None:
    reply = commands.run(context, "toolrecovery", "rule rename-keys off")
    assert reply.level == "warning"
    assert reply.text.startswith("There is no rule rename-keys. Did you mean rename-key or ")
    assert not context.store.path.exists()


@pytest.mark.parametrize("args", ["rule rename-key of", "rule rename-key off read now"])
def test_a_rule_misused(context: CommandContext, args: str) -> None:
    assert commands.run(context, "toolrecovery", args).level == "warning"
    assert not context.store.path.exists()


def test_grammar_for_the_sessions_model(context: CommandContext) -> None:
    usage = "Usage: grammar on|off|strip [MODEL|all], grammar allow"
    assert say(context, "grammar") == f"grammar is off for qwen-3. {usage}"
    assert say(context, "grammar on") == "for qwen-3, leaked tool-call text becomes calls"
    assert say(context, "grammar") == f"grammar is on for qwen-3 (leakModels). {usage}"
    assert saved(context)["grammar"]["leakModels"] == ["qwen-3"]
    say(context, "grammar on")
    assert saved(context)["grammar"]["leakModels"] == ["qwen-3"]
    assert say(context, "grammar off") == "for qwen-3, leaked tool-call text stays as it is"
    assert not context.store.current.grammar.applies_to("qwen-3")
    assert saved(context)["grammar"]["leakModels"] == []


def test_grammar_for_a_model_by_its_name(context: CommandContext) -> None:
    say(context, "grammar on kimi.k2")
    assert saved(context)["grammar"]["leakModels"] == [r"kimi\.k2"]
    assert context.store.current.grammar.applies_to("moonshot/kimi.k2-0905")
    assert not context.store.current.grammar.applies_to("kimi-k2")
    say(context, "grammar off kimi.k2")
    assert not context.store.current.grammar.applies_to("kimi.k2")


def test_grammar_for_every_model(context: CommandContext) -> None:
    assert say(context, "grammar on all") == "for every model, leaked tool-call text becomes calls"
    assert saved(context)["grammar"] == {"enabled": True, "mode": "recover"}
    assert (
        say(context, "grammar strip all") == "for every model, leaked tool-call text is cut out and never run"
    )
    assert saved(context)["grammar"] == {"enabled": True, "mode": "strip"}
    say(context, "grammar on kimi")
    say(context, "grammar off all")
    assert saved(context)["grammar"] == {"enabled": False}


@pytest.mark.parametrize("grammar", [{"enabled": True}, {"leakModels": ["qwen"]}], ids=["all", "a family"])
def test_off_is_off_for_one_model_where_more_are_on(context: CommandContext, grammar: dict[str, Any]) -> None:
    context.store.save({"grammar": grammar})
    say(context, "grammar off")
    assert not context.store.current.grammar.applies_to("qwen-3")
    assert context.store.current.grammar.applies_to("qwen-4")
    assert saved(context)["grammar"] == {**grammar, "offModels": ["qwen-3"]}
    say(context, "grammar on")
    assert context.store.current.grammar.applies_to("qwen-3")
    assert saved(context)["grammar"]["offModels"] == []


def test_grammar_without_a_model_asks_for_one(context: CommandContext) -> None:
    context.facts.model = ""
    assert say(context, "grammar on") == "Which model? grammar on MODEL, or grammar on all"
    assert not context.store.path.exists()


@pytest.mark.parametrize("args", ["grammar please", "grammar on my model", "grammar onn"])
def test_grammar_with_other_words_changes_nothing(context: CommandContext, args: str) -> None:
    assert say(context, args) == "Usage: grammar on|off|strip [MODEL|all], grammar allow"
    assert not context.store.path.exists()


@pytest.mark.parametrize("verb", ["grammar", "status"])
def test_the_models_that_leak_are_named_where_no_model_is_known(context: CommandContext, verb: str) -> None:
    context = replace(context, facts=replace(context.facts, model=""))
    context.store.save({"grammar": {"leakModels": ["kimi", "gguf"]}})
    assert "on for models that match kimi, gguf" in say(context, verb)


def test_on_after_strip_is_the_end_of_strip(context: CommandContext) -> None:
    say(context, "grammar strip")
    assert say(context, "grammar").startswith("grammar is strip for qwen-3")
    say(context, "grammar off")
    say(context, "grammar on")
    assert say(context, "grammar").startswith("grammar is on for qwen-3")


def test_mode_is_one_for_all_models(context: CommandContext) -> None:
    context.store.save({"grammar": {"leakModels": ["kimi"]}})
    assert say(context, "grammar strip").endswith(", as now for the other models too")


def test_off_and_on_in_this_session_alone(context: CommandContext) -> None:
    other = ConfigStore(context.store.path.parent, {})
    assert say(context, "off here") == "toolrecovery is off in this session"
    assert (context.store.current.enabled, other.current.enabled) == (False, True)
    assert not context.store.path.exists()
    say(context, "mode observe")
    assert context.store.current.enabled is False, "another setting does not end it"
    say(context, "on")
    assert (context.store.current.enabled, saved(context)["enabled"]) == (True, True)
    say(context, "off")
    assert say(context, "on here") == "toolrecovery is on in this session"
    assert (context.store.current.enabled, other.current.enabled) == (True, False)


@pytest.mark.parametrize("args", ["on please", "off 5", "on here now"])
def test_on_and_off_with_other_words_change_nothing(context: CommandContext, args: str) -> None:
    assert say(context, args) == f"Usage: {args.split()[0]} [here]"
    assert not context.store.path.exists()


def test_a_rule_for_a_tool_that_is_not_there(context: CommandContext) -> None:
    context.facts.tools = [{"name": "write"}, {"name": "read"}]
    assert say(context, "rule rename-key off wrte") == "There is no tool wrte. Did you mean write?"
    assert not context.store.path.exists()
    assert say(context, "rule rename-key off write") == "rename-key is off for write"


def test_mode(context: CommandContext) -> None:
    assert say(context, "mode") == "mode is repair. Usage: mode repair|observe"
    assert say(context, "mode observe").startswith("mode observe: nothing is changed")
    assert saved(context) == {"mode": "observe"}
    assert "(mode observe" in say(context, "status")


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
    context = CommandContext(ConfigStore(tmp_path, environ))
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in say(context, "config").splitlines()[1:]}
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
    assert "secret" not in say(context, "config")


def test_config_names_what_holds_for_this_session_only(context: CommandContext) -> None:
    context.store.path.write_text("{oops")
    say(context, "mode observe")
    assert '"observe"  (this session)' in say(context, "config")


def test_help_has_every_word(context: CommandContext) -> None:
    lines = say(context, "help").splitlines()
    words = [*(name for name in commands.COMMANDS if name), "/toolrecovery-model"]
    assert [line.split()[0] for line in lines] == words


def test_every_word_has_a_summary_that_pi_shows_whole(context: CommandContext) -> None:
    for verb, command in commands.COMMANDS.items():
        assert command.summary == command.summary.strip()
        assert 0 < len(command.summary) <= (44 if verb else 80)  # its room in a list of 80 columns
        assert "\n" not in command.summary


@pytest.mark.parametrize("word", list(commands.COMMANDS))
def test_every_word_answers(context: CommandContext, word: str) -> None:
    assert say(context, word)


def test_settings_shows_the_switches_and_their_meaning(context: CommandContext) -> None:
    reply = commands.run(context, "toolrecovery", "settings")
    first = reply.switches[0]
    assert (first.key, first.value, first.values) == ("enabled", "on", ("on", "off"))
    assert all(one.meaning in reply.text and one.value in one.values for one in reply.switches)


@pytest.mark.parametrize(
    ("words", "stored"),
    [
        ("verbose on", {"verbose": True}),
        ("results.hints off", {"results": {"hints": False}}),
        ("mode observe", {"mode": "observe"}),
        ("journal full", {"journal": "full"}),
    ],
)
def test_settings_changes_one(context: CommandContext, words: str, stored: Any) -> None:
    key, value = words.split()
    assert say(context, f"settings {words}") == f"{key}: {value}"
    assert saved(context) == stored
    reply = commands.run(context, "toolrecovery", "settings")
    assert next(one.value for one in reply.switches if one.key == key) == value


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("verbose", "verbose is off. Usage: settings verbose on|off"),
        ("verbose please", "verbose is off. Usage: settings verbose on|off"),
        ("journal on", "journal is shapes. Usage: settings journal shapes|full|off"),
        ("verbos on", "'verbos' is not on this page. Did you mean verbose? config shows all."),
    ],
)
def test_settings_changes_nothing_on_half_a_word(context: CommandContext, words: str, said: str) -> None:
    reply = commands.run(context, "toolrecovery", f"settings {words}")
    assert (reply.text, reply.level) == (said, "warning")
    assert not context.store.path.exists()
