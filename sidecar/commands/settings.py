"""`/toolrecovery settings [key value]`: the switches that matter most, in pi's terminal a page of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sidecar.settings.names import nearest
from sidecar.settings.schema import settings_schema
from sidecar.settings.view import effective

from .context import CommandContext, Reply, Switch, Word

KEYS = (
    "enabled",
    "mode",
    "grammar.enabled",
    "results.hints",
    "results.edits",
    "verbose",
    "notes",
    "phantom",
    "learning",
    "journal",
)
_WORDS = {True: "on", False: "off"}


def run(context: CommandContext, args: str) -> Reply:
    if args:
        return _change(context, args.split())
    switches = [_switch(context, key) for key in KEYS]
    widths = [
        max(map(len, column)) for column in zip(*((one.key, one.value) for one in switches), strict=True)
    ]
    rows = [f"{one.key:<{widths[0]}}  {one.value:<{widths[1]}}  {one.meaning}" for one in switches]
    more = "/toolrecovery settings <key> <value> changes one; config shows every setting."
    return Reply("\n".join([*rows, more]), switches=tuple(switches))


def next_words(context: CommandContext, before: Sequence[str]) -> Iterator[Word]:
    if not before:
        for key in KEYS:
            switch = _switch(context, key)
            yield Word(key, f"{switch.value}: {switch.meaning}")
    elif len(before) == 1 and before[0] in KEYS:
        switch = _switch(context, before[0])
        for value in switch.values:
            yield Word(value, "as it is now" if value == switch.value else "")


def _change(context: CommandContext, words: Sequence[str]) -> Reply:
    if words[0] not in KEYS:
        return Reply(
            f"{words[0]!r} is not on this page.{nearest(words[0], KEYS)} config shows all.", "warning"
        )
    switch = _switch(context, words[0])
    if len(words) != 2 or words[1] not in switch.values:
        allowed = "|".join(switch.values)
        return Reply(f"{switch.key} is {switch.value}. Usage: settings {switch.key} {allowed}", "warning")
    value: Any = {"on": True, "off": False}[words[1]] if _is_switch(words[0]) else words[1]
    for name in reversed(words[0].split(".")):
        value = {name: value}
    return context.save(value, f"{switch.key}: {words[1]}")


def _switch(context: CommandContext, key: str) -> Switch:
    node, value = _declared(key), _value(effective(context.store.current), key)
    values = ("on", "off") if _is_switch(key) else tuple(node["enum"])
    return Switch(key, _WORDS[value] if _is_switch(key) else value, values, node["description"])


def _is_switch(key: str) -> bool:
    return bool(_declared(key).get("type") == "boolean")


def _declared(key: str) -> Mapping[str, Any]:
    node: Mapping[str, Any] = settings_schema()
    for name in key.split("."):
        node = node["properties"][name]
    return node


def _value(shown: Any, key: str) -> Any:
    for name in key.split("."):
        shown = shown[name]
    return shown
