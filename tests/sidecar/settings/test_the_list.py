"""Each setting is stated once, in config.py; whatever speaks of settings is made from there."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import MISSING, is_dataclass
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from sidecar.recovery.backends.apis import APIS
from sidecar.settings.config import Api, Config
from sidecar.settings.declared import key, settings_in
from sidecar.settings.reading import read
from sidecar.settings.schema import settings_schema
from sidecar.settings.view import effective
from tests.places import ROOT

SETTINGS = dict(settings_in(Config))
WITHOUT_MEANING = {"model.provider", "model.id", "recovery", "results"}
OTHER_NAMES = {"$schema", "grammarRepair"}


def node(place: str) -> dict[str, Any]:
    here = settings_schema()
    for step in place.split("."):
        here = here["properties"][step]
    return here


@pytest.mark.parametrize("place", SETTINGS)
def test_the_schema_says_what_the_list_says(place: str) -> None:
    said, declared = node(place), SETTINGS[place]
    assert bool(said.get("description")) is (place not in WITHOUT_MEANING)
    assert said.get("description", "") == declared.metadata["meaning"]
    if "default" in said:
        wanted = declared.default
        assert said["default"] == (list(wanted) if isinstance(wanted, tuple) else wanted)
    else:
        assert (
            declared.default in (None, (), MISSING)
            or is_dataclass(declared.default)
            or place == "endpoint.api"
        )


def test_the_schema_is_one_and_takes_its_own_defaults() -> None:
    Draft202012Validator.check_schema(settings_schema())
    defaults = {place: node(place)["default"] for place in SETTINGS if "default" in node(place)}
    for place, value in defaults.items():
        Draft202012Validator(node(place)).validate(value)
    assert {place.partition(".")[0] for place in SETTINGS} == settings_schema()[
        "properties"
    ].keys() - OTHER_NAMES


def test_the_view_shows_every_setting_in_its_order() -> None:
    shown = effective(read({"endpoint": {"baseUrl": "http://h"}, "model": "p/m"}, {}, {}))
    seen: list[str] = []

    def look(here: dict[str, Any], above: str) -> None:
        for name, value in here.items():
            seen.append(above + name)
            if isinstance(value, dict):
                look(value, f"{above}{name}.")

    look(shown, "")
    assert seen == list(SETTINGS)


def test_no_key_and_no_default_is_stated_a_second_time() -> None:
    """A key of several words stands for itself: written in quotes it would be a second list."""
    keys = {key(each) for each in SETTINGS.values()} | {
        each.name for each in SETTINGS.values() if "_" in each.name
    }
    compound = {each for each in keys if not each.islower() or "_" in each}
    allowed = {"api_key", "base_url", "apiKey"}  # what is masked, what belongs together
    for file in (ROOT / "sidecar/settings").glob("*.py"):
        stated = set(re.findall(r"[\"'](\w+)[\"']", file.read_text("utf-8")))
        assert stated & compound <= allowed, file.name


def test_the_apis_that_can_be_set_are_those_that_there_are() -> None:
    assert sorted(get_args(Api)) == sorted(APIS)


def test_settings_without_a_file_load_no_validator() -> None:
    code = (
        "import sys, pathlib; from sidecar.settings.store import ConfigStore\n"
        "assert ConfigStore(pathlib.Path('/nowhere'), {}).current.enabled\n"
        "sys.exit(bool({'jsonschema', 'difflib', 'httpx'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
