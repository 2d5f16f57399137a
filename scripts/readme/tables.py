"""The code → README's tables, by the name that stands in their marks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from sidecar.commands import COMMANDS, MODEL_SUMMARY, SLASH_MODEL
from sidecar.core.grammars import GRAMMARS
from sidecar.core.rules import RULES

from .cells import cell
from .examples import examples

SCHEMA = Path(__file__).parents[2] / "sidecar" / "settings" / "config.schema.json"
UNSAID = ("$schema", "grammarRepair")  # the editor's own key; the other name of `grammar`


def rules() -> Iterator[str]:
    """One row a rule, in the order they run: name, and the first sentence of its module."""
    yield from ("| rule | what it does |", "|---|---|")
    for rule in RULES:
        module = import_module(f"sidecar.core.rules.{rule.name.replace('-', '_')}")
        yield f"| `{rule.name}` | {cell(_first_paragraph(module.__doc__))} |"


def grammars() -> Iterator[str]:
    """One row a grammar: its name, and the form and families that its module begins with."""
    yield from ("| grammar | what leaks, and from whom |", "|---|---|")
    for grammar in GRAMMARS:
        yield f"| `{_stem(vars(grammar)['__name__'])}` | {cell(_first_paragraph(grammar.__doc__))} |"


def commands() -> Iterator[str]:
    yield from ("| command | what it does |", "|---|---|")
    for verb, command in COMMANDS.items():
        yield f"| `{f'/toolrecovery {verb}'.strip()}` | {cell(command.summary)} |"
    yield f"| `/{SLASH_MODEL}` | {cell(MODEL_SUMMARY)} |"


def settings() -> Iterator[str]:
    yield from ("| key | values | default | meaning |", "|---|---|---|---|")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    yield from _setting_rows(schema, schema["$defs"], "")


def _setting_rows(schema: dict[str, Any], shared: dict[str, Any], above: str) -> Iterator[str]:
    for key, said in schema.get("properties", {}).items():
        value = {**shared.get(said.get("$ref", "").rpartition("/")[2], {}), **said}
        if key in UNSAID:
            continue
        if "description" not in value:
            yield from _setting_rows(value, shared, f"{above}{key}.")
            continue
        kinds = value.get("enum") or [value.get("type", "object")]
        words = ", ".join(f"`{kind}`" if isinstance(kind, str) else ", ".join(kind) for kind in kinds)
        default = f"`{json.dumps(value['default'])}`" if "default" in value else ""
        yield f"| `{above}{key}` | {words} | {default} | {cell(value['description'])} |"
        yield from _setting_rows(value, shared, f"{above}{key}.")


def _first_paragraph(said: str | None) -> str:
    return " ".join((said or "").partition("\n\n")[0].split())


def _stem(module: str) -> str:
    return module.rpartition(".")[2].replace("_", "-")


TABLES: Mapping[str, Callable[[], Iterator[str]]] = {
    "examples": examples,
    "rules": rules,
    "grammars": grammars,
    "commands": commands,
    "settings": settings,
}


def rewritten(text: str) -> str:
    """README with its tables made anew. Raises ValueError where the marks of one are missing."""
    for name, rows in TABLES.items():
        start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, found, rest = text.partition(start)
        if not found or end not in rest:
            raise ValueError(f"README.md has no {start} … {end}")
        text = "\n".join([before + start, *rows(), end]) + rest.partition(end)[2]
    return text
