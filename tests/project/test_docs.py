"""README's tables are the code's; what README names exists, and what a person can use is named there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pytest_subprocess import FakeProcess

from sidecar.commands import COMMANDS
from sidecar.core.rules import RULES
from tests.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "sidecar/settings/config.schema.json").read_text(encoding="utf-8"))
PACKAGE = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
SWITCHES = {rule.name for rule in RULES} | {"argument-text", "tool-name"}
FOLDERS = ("sidecar", "pi-bridge", "scripts", "tests", ".ci", ".github")
NOT_THERE_YET = "yours"  # the rule that "add a rule" invents


def test_the_tables_of_the_readme_are_what_the_code_says(fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts/docs"), "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"/toolrecovery ([a-z]+)", README))
    assert named - COMMANDS.keys() == set()


def test_every_word_of_the_shell_is_named_and_exists() -> None:
    shell = "".join(re.findall(r"(?s)```sh\n(.*?)```", README))
    named = set(re.findall(r"(?m)^toolrecovery ([a-z]+)\b", shell))
    named |= set(re.findall(r"(?:-m sidecar |`toolrecovery )([a-z]+)\b", README))
    program = (ROOT / "sidecar/__main__.py").read_text(encoding="utf-8")
    own = set(re.findall(r'case \["([a-z]+)"', program))
    assert named - own - COMMANDS.keys() == set()
    assert own - {"serve"} - named == set()


def test_every_variable_is_named_and_exists() -> None:
    pattern = r"\b(?:TOOLRECOVERY|PI)_[A-Z_]+[A-Z]\b"
    sources = [*ROOT.glob("sidecar/**/*.py"), *ROOT.glob("pi-bridge/**/*.ts")]
    read = rf"[\"']({pattern})[\"']"
    code = {name for file in sources for name in re.findall(read, file.read_text(encoding="utf-8"))}
    assert set(re.findall(pattern, README)) == code


def _settings() -> Iterator[dict[str, Any]]:
    """Every block of README that shows what tool-recovery.json may hold."""
    inline = re.findall(r"`(\{\"[a-zA-Z]+\": .*?\})`", README)
    for text in [*re.findall(r"```json\n(.*?)```", README, re.S), *inline]:
        try:
            said = json.loads(text)
        except ValueError:
            continue
        if said.keys() <= SCHEMA["properties"].keys():
            yield said


def _unknown(said: Any, schema: dict[str, Any]) -> Iterator[str]:
    schema = {**SCHEMA["$defs"].get(schema.get("$ref", "").rpartition("/")[2], {}), **schema}
    if not isinstance(said, dict) or "properties" not in schema:
        return
    for key, value in said.items():
        if key not in schema["properties"]:
            yield key
        else:
            yield from _unknown(value, schema["properties"][key])


def test_every_setting_shown_is_one() -> None:
    shown = list(_settings())
    assert len(shown) > 3
    for said in shown:
        Draft202012Validator(SCHEMA).validate(said)
        assert list(_unknown(said, SCHEMA)) == []
        switched = [
            said.get("rules", {}),
            *(tool.get("rules", {}) for tool in said.get("tools", {}).values()),
        ]
        assert {rule for rules in switched for rule in rules} <= SWITCHES


@pytest.mark.parametrize("name", sorted(PACKAGE["scripts"]))
def test_every_npm_script_is_named(name: str) -> None:
    assert re.search(rf"npm (run )?{name}\b", README)


def test_every_npm_script_named_exists() -> None:
    assert set(re.findall(r"npm run ([a-z0-9:]+)", README)) <= PACKAGE["scripts"].keys()


SCRIPTS = [file for file in (ROOT / "scripts").iterdir() if file.is_file() and file.read_bytes()[:2] == b"#!"]


@pytest.mark.parametrize("name", sorted(file.name for file in SCRIPTS))
def test_every_script_is_named(name: str) -> None:
    assert re.search(rf"(scripts/{name}\b|npm (run )?{name}\b)", README)


def test_every_path_named_exists() -> None:
    folders = "|".join(map(re.escape, FOLDERS))
    for path in re.findall(rf"(?<![\w/.-])((?:{folders})/[\w./-]*[\w/])", README):
        if NOT_THERE_YET not in path:
            assert (ROOT / path).exists(), path


def test_every_test_named_exists() -> None:
    """Promises name what holds them: `tests/x.py::test_y`, a file, or a scenario of the e2e."""
    for file, name in re.findall(r"(tests/[\w/.-]+)::(\w+)", README):
        assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8")), f"{file}::{name}"


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", README, re.M)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", README)) <= anchors


def test_the_versions_named_are_the_ones_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"Python {project['requires-python'].replace('>=', '≥ ')}" in README
    assert f"pi {PACKAGE['devDependencies']['@earendil-works/pi-coding-agent']}" in README
