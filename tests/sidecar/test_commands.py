from __future__ import annotations

import json
from pathlib import Path

import pytest

from sidecar import commands
from sidecar.commands.desk import Desk
from sidecar.config_store import ConfigStore
from sidecar.tally import Tally


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(ConfigStore(tmp_path, {}), Tally(), "1.2.3")


def test_off_is_saved_and_on_again(desk: Desk) -> None:
    assert commands.run(desk, "toolrecovery", "off").text == "toolrecovery is off"
    assert json.loads(desk.store.path.read_text()) == {"enabled": False}
    assert commands.run(desk, "toolrecovery", "on").text == "toolrecovery is on"
    assert desk.store.current.enabled


def test_without_a_word_it_toggles(desk: Desk) -> None:
    assert commands.run(desk, "toolrecovery", "").text == "toolrecovery is off"
    assert commands.run(desk, "toolrecovery", " ").text == "toolrecovery is on"


def test_what_cannot_be_saved_holds_for_the_session(desk: Desk) -> None:
    desk.store.path.write_text("{oops")
    reply = commands.run(desk, "toolrecovery", "off")
    assert reply.level == "warning"
    assert str(desk.store.path) in reply.text
    assert not desk.store.current.enabled
    assert desk.store.path.read_text() == "{oops"


def test_status_says_what_is_on_and_what_was_done(desk: Desk) -> None:
    desk.tally.repaired.update({"rules": 3, "recovery": 1})
    desk.store.save(
        {"endpoint": {"baseUrl": "https://user:pw@h/v1?key=k", "apiKey": "secret", "modelId": "m"}}
    )
    text = commands.run(desk, "toolrecovery", "status").text
    assert "on (mode repair, sidecar 1.2.3)" in text
    assert "m at https://***@h/v1" in text
    assert "4 (1 by recovery, 3 by rules)" in text
    assert "secret" not in text


def test_status_names_the_picked_model(desk: Desk) -> None:
    assert "recovery model: none" in commands.run(desk, "toolrecovery", "status").text
    desk.store.save({"model": {"provider": "p", "id": "m"}})
    assert "recovery model: p/m" in commands.run(desk, "toolrecovery", "status").text


def test_an_unknown_word_gets_the_nearest_and_the_list(desk: Desk) -> None:
    reply = commands.run(desk, "toolrecovery", "statsu now")
    assert reply.level == "warning"
    assert "Did you mean status?" in reply.text
    for verb in ("on", "off", "status"):
        assert f"  {verb}: " in reply.text


def test_a_verb_alone_is_the_shells_way(desk: Desk) -> None:
    assert commands.run(desk, "status").text.startswith("toolrecovery is on")
