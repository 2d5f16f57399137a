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
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandContext:
    monkeypatch.setattr("sidecar.recovery.probe.trouble", lambda url: "Connection refused")
    facts = SessionFacts(model="m-1", versions={"pi": "1.6.0"})
    return CommandContext(ConfigStore(tmp_path, {}), facts=facts)


def test_off_is_saved_and_on_again(desk: CommandContext) -> None:
    assert commands.run(desk, "toolrecovery", "off").text == "toolrecovery is off"
    assert json.loads(desk.store.path.read_text()) == {"enabled": False}
    assert commands.run(desk, "toolrecovery", "on").text == "toolrecovery is on"
    assert desk.store.current.enabled


def test_without_a_word_it_toggles(desk: CommandContext) -> None:
    assert commands.run(desk, "toolrecovery", "").text == "toolrecovery is off"
    assert commands.run(desk, "toolrecovery", " ").text == "toolrecovery is on"


def test_what_cannot_be_saved_holds_for_the_session(desk: CommandContext) -> None:
    desk.store.path.write_text("{oops")
    reply = commands.run(desk, "toolrecovery", "off")
    assert reply.level == "warning"
    assert str(desk.store.path) in reply.text
    assert not desk.store.current.enabled
    assert desk.store.path.read_text() == "{oops"


def test_status_says_what_is_on_and_what_was_done(desk: CommandContext) -> None:
    desk.tally.repaired.update({"rules": 3, "recovery": 1})
    desk.store.save(
        {"endpoint": {"baseUrl": "https://user:pw@h/v1?key=k", "apiKey": "secret", "modelId": "m"}}
    )
    text = commands.run(desk, "toolrecovery", "status").text
    assert f"on (mode repair, sidecar {__version__})" in text
    assert "m at https://***@h/v1 (does not answer: Connection refused)" in text
    assert "4 (1 by recovery, 3 by rules)" in text
    assert "secret" not in text


def test_status_names_the_picked_model(desk: CommandContext) -> None:
    assert "recovery model: none" in commands.run(desk, "toolrecovery", "status").text
    desk.store.save({"model": {"provider": "p", "id": "m"}})
    assert "recovery model: p/m" in commands.run(desk, "toolrecovery", "status").text


def test_an_unknown_word_gets_the_nearest_or_the_list(desk: CommandContext) -> None:
    reply = commands.run(desk, "toolrecovery", "statsu now")
    assert reply.level == "warning"
    assert reply.text == "There is no command 'statsu'. Did you mean stats or status? help lists all."
    reply = commands.run(desk, "toolrecovery", "zzz")
    assert reply.level == "warning"
    for verb in ("on", "off", "status"):
        assert f"  {verb} " in reply.text


def test_a_verb_alone_is_the_shells_way(desk: CommandContext) -> None:
    assert commands.run(desk, "status").text.startswith("toolrecovery is on")


MODELS = [{"provider": "helper", "id": "small-1"}, {"provider": "helper", "id": "big-1"}]
OTHERS = [{"provider": "router", "id": "helper/big-1"}, {"provider": "other", "id": "big-1"}]


def pick(desk: CommandContext, args: str, models: list[dict[str, str]] = MODELS) -> Reply:
    return commands.run(replace(desk, models=models), "toolrecovery-model", args)


@pytest.mark.parametrize("name", ["helper/small-1", "small-1", " helper/small-1 "])
def test_a_model_is_picked_and_saved(desk: CommandContext, name: str) -> None:
    assert pick(desk, name).text == "recovery model: helper/small-1"
    assert json.loads(desk.store.path.read_text()) == {"model": {"provider": "helper", "id": "small-1"}}
    for nobody in ("none", "off"):
        assert pick(desk, name).text == "recovery model: helper/small-1"
        assert pick(desk, nobody).text == "recovery model: none"
        assert desk.store.current.model is None


def test_an_id_with_a_slash_is_whole(desk: CommandContext) -> None:
    pick(desk, "router/helper/big-1", OTHERS)
    assert desk.store.current.model == ModelChoice("router", "helper/big-1")


def test_an_unknown_model_gets_the_nearest_and_changes_nothing(desk: CommandContext) -> None:
    pick(desk, "helper/small-1")
    reply = pick(desk, "helper/smal-1")
    assert reply.level == "error"
    assert "The nearest: helper/small-1" in reply.text
    assert "helper/big-1" in pick(desk, "hlpr/big-1").text
    assert "nearest" not in pick(desk, "zzz").text
    assert desk.store.current.model == ModelChoice("helper", "small-1")


def test_an_id_of_two_providers_picks_none(desk: CommandContext) -> None:
    reply = pick(desk, "big-1", MODELS + OTHERS)
    assert (reply.level, desk.store.current.model) == ("error", None)
    assert "helper/big-1, other/big-1" in reply.text


def test_without_an_argument_it_says_what_to_do(desk: CommandContext) -> None:
    text = pick(desk, "").text
    assert "/toolrecovery-model provider/id" in text
    assert "helper/small-1, helper/big-1" in text
    assert "pi can use no model yet" in pick(desk, "", []).text


def test_an_endpoint_goes_before_the_picked_model_and_is_named(tmp_path: Path) -> None:
    environ = {"TOOLRECOVERY_BASE_URL": "http://h/v1", "TOOLRECOVERY_MODEL_ID": "m"}
    desk = CommandContext(ConfigStore(tmp_path, environ))
    assert pick(desk, "small-1").text.endswith("not used while there is an endpoint: m at http://h/v1")
