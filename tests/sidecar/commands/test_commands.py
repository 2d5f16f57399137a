from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sidecar import __version__, commands
from sidecar.commands.context import CommandContext, Reply
from sidecar.session.host import SessionFacts
from sidecar.settings.config import ModelChoice
from sidecar.settings.store import ConfigStore


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandContext:
    monkeypatch.setattr("sidecar.recovery.probe.trouble", lambda url: "Connection refused")
    facts = SessionFacts(model="m-1", versions={"pi": "1.6.0"})
    return CommandContext(ConfigStore(tmp_path, {}), facts=facts)


def test_off_is_saved_and_on_again(context: CommandContext) -> None:
    assert commands.run(context, "toolrecovery", "off").text == "toolrecovery is off"
    assert json.loads(context.store.path.read_text()) == {"enabled": False}
    assert commands.run(context, "toolrecovery", "on").text == "toolrecovery is on"
    assert context.store.current.enabled


def test_without_a_word_it_toggles(context: CommandContext) -> None:
    assert commands.run(context, "toolrecovery", "").text == "toolrecovery is off"
    assert commands.run(context, "toolrecovery", " ").text == "toolrecovery is on"


def test_what_cannot_be_saved_holds_for_the_session(context: CommandContext) -> None:
    context.store.path.write_text("{oops")
    reply = commands.run(context, "toolrecovery", "off")
    assert reply.level == "warning"
    assert str(context.store.path) in reply.text
    assert not context.store.current.enabled
    assert context.store.path.read_text() == "{oops"


def test_status_says_what_is_on_and_what_was_done(context: CommandContext) -> None:
    context.tally.repaired.update({"rules": 3, "recovery": 1})
    context.store.save(
        {"endpoint": {"baseUrl": "https://user:pw@h/v1?key=k", "apiKey": "secret", "modelId": "m"}}
    )
    text = commands.run(context, "toolrecovery", "status").text
    assert f"on (mode repair, sidecar {__version__})" in text
    assert "m at https://***@h/v1 (does not answer: Connection refused)" in text
    assert "4 (1 by recovery, 3 by rules)" in text
    assert "secret" not in text


def test_status_names_the_picked_model(context: CommandContext) -> None:
    assert "recovery model: none" in commands.run(context, "toolrecovery", "status").text
    context.store.save({"model": {"provider": "p", "id": "m"}})
    assert "recovery model: p/m" in commands.run(context, "toolrecovery", "status").text


def test_an_unknown_word_gets_the_nearest_or_the_list(context: CommandContext) -> None:
    reply = commands.run(context, "toolrecovery", "statsu now")
    assert reply.level == "warning"
    assert reply.text == "There is no command 'statsu'. Did you mean stats or status? help lists all."
    reply = commands.run(context, "toolrecovery", "zzz")
    assert reply.level == "warning"
    for verb in ("on", "off", "status"):
        assert f"  {verb} " in reply.text


def test_a_verb_alone_is_the_shells_way(context: CommandContext) -> None:
    assert commands.run(context, "status").text.startswith("toolrecovery is on")


MODELS = [{"provider": "helper", "id": "small-1"}, {"provider": "helper", "id": "big-1"}]
OTHERS = [{"provider": "router", "id": "helper/big-1"}, {"provider": "other", "id": "big-1"}]


def pick(context: CommandContext, args: str, models: list[dict[str, str]] = MODELS) -> Reply:
    return commands.run(replace(context, models=models), "toolrecovery-model", args)


@pytest.mark.parametrize("name", ["helper/small-1", "small-1", " helper/small-1 "])
def test_a_model_is_picked_and_saved(context: CommandContext, name: str) -> None:
    assert pick(context, name).text == "recovery model: helper/small-1"
    assert json.loads(context.store.path.read_text()) == {"model": {"provider": "helper", "id": "small-1"}}
    for nobody in ("none", "off"):
        assert pick(context, name).text == "recovery model: helper/small-1"
        assert pick(context, nobody).text == "recovery model: none"
        assert context.store.current.model is None


def test_an_id_with_a_slash_is_whole(context: CommandContext) -> None:
    pick(context, "router/helper/big-1", OTHERS)
    assert context.store.current.model == ModelChoice("router", "helper/big-1")


def test_an_unknown_model_gets_the_nearest_and_changes_nothing(context: CommandContext) -> None:
    pick(context, "helper/small-1")
    reply = pick(context, "helper/smal-1")
    assert reply.level == "error"
    assert "The nearest: helper/small-1" in reply.text
    assert "helper/big-1" in pick(context, "hlpr/big-1").text
    assert "nearest" not in pick(context, "zzz").text
    assert context.store.current.model == ModelChoice("helper", "small-1")


def test_an_id_of_two_providers_picks_none(context: CommandContext) -> None:
    reply = pick(context, "big-1", MODELS + OTHERS)
    assert (reply.level, context.store.current.model) == ("error", None)
    assert "helper/big-1, other/big-1" in reply.text


def test_without_an_argument_it_says_what_to_do(context: CommandContext) -> None:
    text = pick(context, "").text
    assert "/toolrecovery-model provider/id" in text
    assert "helper/small-1, helper/big-1" in text
    assert "pi can use no model yet" in pick(context, "", []).text


def test_an_endpoint_goes_before_the_picked_model_and_is_named(tmp_path: Path) -> None:
    environ = {"TOOLRECOVERY_BASE_URL": "http://h/v1", "TOOLRECOVERY_MODEL_ID": "m"}
    context = CommandContext(ConfigStore(tmp_path, environ))
    assert pick(context, "small-1").text.endswith("not used while there is an endpoint: m at http://h/v1")
