"""README.md and docs: the tables are the code's, what is named exists, what a person can use is named."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pytest_subprocess import FakeProcess

from scripts.pages.tables import TABLES, rewritten
from sidecar.cli.parser import WORDS
from sidecar.commands import COMMANDS
from sidecar.core.grammars import GRAMMARS
from sidecar.core.rules import RULES
from sidecar.settings.names import known_rules
from sidecar.settings.schema import settings_schema
from tests.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    path: path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md")))
}
TEXT = "\n".join(PAGES.values())
SCHEMA = settings_schema()
PACKAGE = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
SWITCHES = set(known_rules())
FOLDERS = ("sidecar", "pi-bridge", "scripts", "tests", ".ci", ".github")
NOT_THERE_YET = "yours"  # the rule that "add a rule" invents


def test_the_tables_are_what_the_code_says(fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts/docs"), "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


def _marks(name: str) -> str:
    return f"<!-- {name} -->\n<!-- /{name} -->"


@pytest.mark.parametrize(
    ("pages", "fault"),
    [
        ({}, "must stand once, not 0 times"),
        ({page: "\n".join(map(_marks, TABLES)) for page in "ab"}, "must stand once, not 2 times"),
        ({"a": _marks("unheard")}, "no table is named unheard"),
    ],
)
def test_a_table_without_its_one_place_is_said(pages: dict[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        rewritten(pages)


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"/toolrecovery ([a-z]+)", TEXT))
    assert named - COMMANDS.keys() == set()


def test_every_word_of_the_shell_is_named_and_exists() -> None:
    shell = "".join(re.findall(r"(?s)```sh\n(.*?)```", TEXT))
    named = set(re.findall(r"(?m)^toolrecovery ([a-z]+)\b", shell))
    named |= set(re.findall(r"(?:-m sidecar |`toolrecovery )([a-z]+)\b", TEXT))
    assert named - WORDS.keys() - COMMANDS.keys() == set()
    assert WORDS.keys() - {"serve"} - named == set()


def test_every_variable_is_named_and_exists() -> None:
    pattern = r"\b(?:TOOLRECOVERY|PI)_[A-Z_]+[A-Z]\b"
    sources = [*ROOT.glob("sidecar/**/*.py"), *ROOT.glob("pi-bridge/**/*.ts")]
    read = rf"[\"']({pattern})[\"']"
    code = {name for file in sources for name in re.findall(read, file.read_text(encoding="utf-8"))}
    assert set(re.findall(pattern, TEXT)) == code


def _settings() -> Iterator[dict[str, Any]]:
    """Every block of the pages that shows what tool-recovery.json may hold."""
    inline = re.findall(r"`(\{\"[a-zA-Z]+\": .*?\})`", TEXT)
    for text in [*re.findall(r"```json\n(.*?)```", TEXT, re.S), *inline]:
        try:
            said = json.loads(text)
        except ValueError:
            continue
        if said.keys() <= SCHEMA["properties"].keys():
            yield said


def _unknown(said: Any, schema: dict[str, Any]) -> Iterator[str]:
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


@pytest.mark.parametrize("name", sorted(name for name in PACKAGE["scripts"] if not name.startswith("pre")))
def test_every_npm_script_that_a_person_calls_is_named(name: str) -> None:
    assert re.search(rf"npm (run )?{name}\b", TEXT)


def test_every_npm_script_named_exists() -> None:
    assert set(re.findall(r"npm run ([a-z0-9:]+)", TEXT)) <= PACKAGE["scripts"].keys()


SCRIPTS = [file for file in (ROOT / "scripts").iterdir() if file.is_file() and file.read_bytes()[:2] == b"#!"]


@pytest.mark.parametrize("name", sorted(file.name for file in SCRIPTS))
def test_every_script_is_named(name: str) -> None:
    assert re.search(rf"(scripts/{name}\b|npm (run )?{name}\b)", TEXT)


def test_every_path_named_exists() -> None:
    folders = "|".join(map(re.escape, FOLDERS))
    for path in re.findall(rf"(?<![\w/.-])((?:{folders})/[\w./-]*[\w/])", TEXT):
        if NOT_THERE_YET not in path:
            assert (ROOT / path).exists(), path


def test_every_test_named_exists() -> None:
    """Promises name what holds them: `tests/x.py::test_y`, a file, or a scenario of the e2e."""
    for file, name in re.findall(r"(tests/[\w/.-]+)::(\w+)", TEXT):
        assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8")), f"{file}::{name}"


def _anchors(text: str) -> list[str]:
    """As GitHub makes them."""
    prose = re.sub(r"(?ms)^```.*?^```", "", text)
    headings = re.findall(r"^#+ (.*)$", prose, re.M)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def _links(page: Path) -> Iterator[tuple[Path, str]]:
    """The file and the anchor of each link and picture; the anchor may be empty."""
    prose = re.sub(r"(?ms)^```.*?^```", "", PAGES[page])
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", prose):
        file, _, anchor = "".join(target).partition("#")
        if not file.startswith("https://"):
            yield (page.parent / file).resolve() if file else page, anchor


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert len(set(_anchors(PAGES[page]))) == len(_anchors(PAGES[page]))
    for file, anchor in _links(page):
        assert file.is_file(), file
        assert not anchor or anchor in _anchors(PAGES[file]), f"{file.name}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_in_the_package(page: Path) -> None:
    packed = [name.rstrip("/") for name in (*PACKAGE["files"], "README.md", "LICENSE", "package.json")]
    for file, _ in _links(page):
        assert file.relative_to(ROOT).as_posix().split("/")[0] in packed, file


def test_the_readme_links_to_every_page() -> None:
    assert PAGES.keys() <= {file for file, _ in _links(ROOT / "README.md")}


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 2600


def test_what_the_readme_promises_is_on_the_page_that_names_the_tests() -> None:
    promises = re.findall(r"(?m)^- (.+)$", README.partition("\n## Trust\n")[2].partition("\n## ")[0])
    rows = re.findall(r"(?m)^\| (.+?) \| `tests/", PAGES[ROOT / "docs/promises.md"])
    assert promises
    assert promises == rows


def test_what_the_readme_measures_is_on_the_page_that_says_how() -> None:
    measured = r"\d[\d.,]*(?: to \d[\d.,]*)? (?:ms|[kM]B|×|%)"
    assert set(re.findall(measured, README)) <= set(re.findall(measured, PAGES[ROOT / "docs/numbers.md"]))


def test_rules_and_grammars_are_as_many_as_it_says() -> None:
    assert set(re.findall(r"(\d+) rules\b", TEXT)) == {str(len(RULES))}
    assert set(re.findall(r"(\d+) grammars\b", TEXT)) == {str(len(GRAMMARS))}


def test_the_architecture_names_every_room() -> None:
    parents = [ROOT / "sidecar", ROOT / "sidecar/core", ROOT / "pi-bridge"]
    rooms = [room for parent in parents for room in parent.iterdir() if room.is_dir()]
    text = PAGES[ROOT / "docs/architecture.md"]
    for room in rooms:
        if [*room.glob("*.py"), *room.glob("*.ts")]:
            assert f"`{room.relative_to(ROOT).as_posix()}`" in text, room


def test_the_versions_named_are_the_ones_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    older = json.loads((ROOT / "tests/older_pi/package.json").read_text(encoding="utf-8"))
    pi = "@earendil-works/pi-coding-agent"
    python = f"Python {project['requires-python'].replace('>=', '≥ ')}"
    assert python in README
    assert set(re.findall(r"Python ≥ [\d.]*\d", TEXT)) == {python}
    assert f"pi {PACKAGE['devDependencies'][pi]} and pi {older['devDependencies'][pi]}" in README
