"""The code → the tables of README.md and docs/*.md, by the name that stands in their marks."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from sidecar.commands import COMMANDS, MODEL_SUMMARY, SLASH, SLASH_MODEL
from sidecar.core.edits import TRANSFORMS
from sidecar.core.grammars import GRAMMARS, name_of
from sidecar.core.grammars.formats import about
from sidecar.core.rules import RULES
from sidecar.settings.schema import settings_schema

from .cells import prose
from .examples import examples

CASES = Path(__file__).parents[2] / "tests" / "cases" / "rules"
UNSAID = ("$schema", "grammarRepair")  # the editor's own key; the other name of `grammar`
NEWCOMER = "status why undo mode stats rule grammar report doctor purge help".split()
MARK = re.compile(r"<!-- (?P<name>[\w-]+) -->\n.*?<!-- /(?P=name) -->", re.DOTALL)


def rules() -> Iterator[str]:
    """One row a rule, in the order they run: name, and the first sentence of its module."""
    yield from ("| rule | what it does |", "|---|---|")
    for rule in RULES:
        module = import_module(f"sidecar.core.rules.{rule.name.replace('-', '_')}")
        yield f"| `{rule.name}` | {prose(_first_paragraph(module.__doc__))} |"


def evidence() -> Iterator[str]:
    """One row a rule: where the mistake was seen, as its table of cases says, and how many cases it has."""
    yield from ("| rule | seen | repairs | keeps |", "|---|---|---|---|")
    for rule in RULES:
        table = tomllib.loads((CASES / f"{rule.name.replace('-', '_')}.toml").read_text("utf-8"))
        cases = [*table["repairs"], *table["keeps"]]
        seen = dict.fromkeys(case["source"] for case in cases if "source" in case)
        counts = f"{len(table['repairs'])} | {len(table['keeps'])}"
        yield f"| `{rule.name}` | {prose(', '.join(seen))} | {counts} |"


def edits() -> Iterator[str]:
    """One row a transform: its name, and the first sentence of its module."""
    yield from ("| transform | what it does |", "|---|---|")
    for name, transform in TRANSFORMS.items():
        module = import_module(transform.__module__)
        yield f"| `{name}` | {prose(_first_paragraph(module.__doc__))} |"


def grammars() -> Iterator[str]:
    """One row a grammar: its name, its form and who writes it."""
    yield from ("| grammar | what leaks, and from whom |", "|---|---|")
    for grammar in GRAMMARS:
        yield f"| `{name_of(grammar)}` | {prose(about(grammar))} |"


def commands() -> Iterator[str]:
    yield from _command_rows(COMMANDS)


def first_commands() -> Iterator[str]:
    """The verbs that a newcomer needs."""
    yield from _command_rows(NEWCOMER)


def _command_rows(verbs: Iterable[str]) -> Iterator[str]:
    yield from ("| command | what it does |", "|---|---|")
    for verb in verbs:
        yield f"| `{f'/{SLASH} {verb}'.strip()}` | {prose(COMMANDS[verb].summary)} |"
    yield f"| `/{SLASH_MODEL}` | {prose(MODEL_SUMMARY)} |"


def settings() -> Iterator[str]:
    yield from ("| key | values | default | meaning |", "|---|---|---|---|")
    yield from _setting_rows(settings_schema(), "")


def _setting_rows(schema: dict[str, Any], above: str) -> Iterator[str]:
    for key, value in schema.get("properties", {}).items():
        if key in UNSAID:
            continue
        if "description" not in value:
            yield from _setting_rows(value, f"{above}{key}.")
            continue
        kinds = value.get("enum") or [value.get("type", "object")]
        words = ", ".join(f"`{kind}`" if isinstance(kind, str) else ", ".join(kind) for kind in kinds)
        default = f"`{json.dumps(value['default'])}`" if "default" in value else ""
        yield f"| `{above}{key}` | {words} | {default} | {prose(value['description'])} |"
        yield from _setting_rows(value, f"{above}{key}.")


def _first_paragraph(said: str | None) -> str:
    return " ".join((said or "").partition("\n\n")[0].split())


TABLES: Mapping[str, Callable[[], Iterator[str]]] = {
    "examples": examples,
    "first-commands": first_commands,
    "rules": rules,
    "evidence": evidence,
    "edits": edits,
    "grammars": grammars,
    "commands": commands,
    "settings": settings,
}


def rewritten(pages: Mapping[str, str]) -> dict[str, str]:
    """Pages, by name, with their tables made anew. ValueError where a table has no place, or two."""
    places = [match["name"] for text in pages.values() for match in MARK.finditer(text)]
    unknown = set(places) - TABLES.keys()
    if unknown:
        raise ValueError(f"no table is named {', '.join(sorted(unknown))}")
    for name in TABLES:
        times = places.count(name)
        if times != 1:
            raise ValueError(f"<!-- {name} --> … <!-- /{name} --> must stand once, not {times} times")
    return {page: MARK.sub(_table, text) for page, text in pages.items()}


def _table(mark: re.Match[str]) -> str:
    name = mark["name"]
    return "\n".join([f"<!-- {name} -->", *TABLES[name](), f"<!-- /{name} -->"])
