"""Ways a model damages a valid call, each what a rule claims to undo. None: there is nothing to damage."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from sidecar.core.names.words import words

Damage = Callable[[str, dict[str, Any], dict[str, Any], Random], Any]
DAMAGES: dict[str, Damage] = {}


def damage(function: Damage) -> Damage:
    DAMAGES[function.__name__] = function
    return function


def present(schema: dict[str, Any], call: dict[str, Any], *types: str) -> list[str]:
    """The arguments of the call whose schema has one of `types`; all without."""
    return [name for name in call if not types or schema["properties"][name].get("type") in types]


def absent(schema: dict[str, Any], call: dict[str, Any], *types: str) -> list[str]:
    """The optional arguments that the call leaves out."""
    return [
        name
        for name, below in schema["properties"].items()
        if name not in call and name not in schema["required"] and (not types or below.get("type") in types)
    ]


def with_value(call: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    return {key: value if key == name else kept for key, kept in call.items()}


def with_key(call: dict[str, Any], name: str, key: str) -> dict[str, Any] | None:
    return None if key in call else {key if old == name else old: kept for old, kept in call.items()}


def pick(names: list[str], rng: Random) -> str | None:
    return rng.choice(names) if names else None


def parts(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|\d+", name)]


def required(schema: dict[str, Any], call: dict[str, Any]) -> list[str]:
    return [name for name in call if name in schema["required"]]


@damage
def key_in_another_style(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick([name for name in call if len(parts(name)) > 1], rng)
    if name is None:
        return None
    words = parts(name)
    camel = words[0] + "".join(map(str.title, words[1:]))
    styles = {
        "_".join(words),
        "-".join(words),
        camel,
        "".join(map(str.title, words)),
        " ".join(words),
        "".join(words),
    }
    return with_key(call, name, rng.choice(sorted(styles - {name})))


@damage
def key_in_another_case(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(list(call), rng)
    return name and with_key(call, name, rng.choice([name.upper(), name[:1].upper() + name[1:]]))


@damage
def key_in_the_plural(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(required(schema, call), rng)
    return name and with_key(
        call, name, name[:-1] if name.endswith("s") and not name.endswith("ss") else name + "s"
    )


@damage
def key_misspelt(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick([name for name in required(schema, call) if len(name) > 6 and name.isalpha()], rng)
    if name is None:
        return None
    at = rng.randrange(1, len(name) - 2)
    swapped = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    wrong = rng.choice([name[:at] + name[at + 1 :], swapped, name[:at] + name[at:][:1] + name[at:]])
    return None if wrong == name else with_key(call, name, wrong)


@damage
def key_with_a_word_more(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(required(schema, call), rng)
    pattern = rng.choice(["the_{}", "my_{}", "input_{}", "arg_{}", "{}_value", "{}_param", "{}_arg"])
    return name and with_key(call, name, pattern.format(name))


@damage
def key_that_says_nothing(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(required(schema, call), rng)
    key = rng.choice(["arg", "arg0", "param1", "parameter", "input", "item", "x"])
    if name is None or len(schema["properties"]) != 1 or key in schema["properties"]:
        return None
    return with_key(call, name, key)


@damage
def wrapped(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    key = rng.choice(["arguments", "input", "parameters", "params", "properties", "args", tool])
    inner: Any = json.dumps(call) if rng.random() < 0.3 else call
    return {key: {"arguments": inner} if rng.random() < 0.2 else inner}


@damage
def the_whole_call_as_arguments(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    return {rng.choice(["name", "tool"]): tool, rng.choice(["arguments", "parameters", "input"]): call}


@damage
def in_a_list(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    return [call]


@damage
def as_text(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    return json.dumps(call)


@damage
def value_in_an_object(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(present(schema, call, "string", "integer", "number", "boolean"), rng)
    if name is None:
        return None
    value, kind = call[name], schema["properties"][name]["type"]
    shapes = [
        {"value": value},
        {"type": kind, "value": value},
        {name: value},
    ]
    return with_value(call, name, rng.choice(shapes))


@damage
def members_at_the_root(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    for name in required(schema, call):
        value = call[name]
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, dict) and not value.keys() & schema["properties"].keys():
            return {key: kept for key, kept in call.items() if key != name} | value
    return None


@damage
def paths_for_keys(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    flat: dict[str, Any] = {}
    for name, value in call.items():
        if isinstance(value, list) and all(isinstance(item, dict) for item in value):
            pattern = rng.choice(["{}[{}].{}", "{}.{}.{}"])
            flat |= {
                pattern.format(name, n, key): kept
                for n, item in enumerate(value)
                for key, kept in item.items()
            }
        elif isinstance(value, dict):
            flat |= {f"{name}.{key}": kept for key, kept in value.items()}
        else:
            flat[name] = value
    return None if flat == call else flat


@damage
def nulls_for_what_is_left_out(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    return call | dict.fromkeys(absent(schema, call)) if absent(schema, call) else None


@damage
def empty_text_for_what_is_left_out(
    tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random
) -> Any:
    name = pick(absent(schema, call, "integer", "number", "boolean", "array", "object"), rng)
    if {"update", "edit", "set"} & set(words(tool)):
        return None  # there it may clear something
    return name and call | {name: ""}


@damage
def null_in_words(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(absent(schema, call, "integer", "number", "boolean"), rng)
    return name and call | {name: rng.choice(["null", "None", "undefined", "N/A"])}


@damage
def container_as_text(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(present(schema, call, "array", "object"), rng)
    return name and with_value(call, name, rng.choice([json.dumps, repr])(call[name]))


@damage
def items_as_text(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    names = [
        name for name in present(schema, call, "array") if all(isinstance(item, dict) for item in call[name])
    ]
    name = pick(names, rng)
    return name and with_value(call, name, [json.dumps(item) for item in call[name]])


@damage
def number_as_text(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(present(schema, call, "integer", "number"), rng)
    if name is None:
        return None
    value = call[name]
    written = [
        str(value),
        f" {value} ",
        f"+{value}",
        f"{value:,}",
        *([f"{value}.0"] if isinstance(value, int) else []),
    ]
    return with_value(call, name, rng.choice(written))


@damage
def truth_in_words(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(present(schema, call, "boolean"), rng)
    if name is None or not isinstance(call[name], bool):
        return None
    words = [("True", "False"), ("yes", "no"), ("on", "off"), ("1", "0"), (1, 0), ("TRUE", "FALSE")]
    return name and with_value(call, name, rng.choice(words)[not call[name]])


@damage
def number_for_text(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    names = [name for name in present(schema, call, "string") if "enum" not in schema["properties"][name]]
    digits = [name for name in names if re.fullmatch(r"[1-9]\d*", call[name])]
    name = pick(digits, rng)
    return name and with_value(call, name, int(call[name]))


@damage
def item_for_a_list(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick([name for name in present(schema, call, "array") if len(call[name]) == 1], rng)
    if name is None or (isinstance(call[name][0], str) and call[name][0].strip()[:1] in ("", "[", "{")):
        return None
    if call[name][0] in ("null", "None"):  # no item was meant
        return None
    return None if "\n" in str(call[name][0]) else with_value(call, name, call[name][0])


@damage
def list_in_one_text(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    lists = [
        name
        for name in present(schema, call, "array")
        if len(call[name]) > 1
        and (
            schema["properties"][name]["items"]["type"] in ("integer", "number")
            or "enum" in schema["properties"][name]["items"]
        )
    ]
    name = pick(lists, rng)
    return name and with_value(call, name, rng.choice([", ", ",", "\n"]).join(map(str, call[name])))


@damage
def list_for_one(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick(present(schema, call, "string", "integer", "number", "boolean"), rng)
    return name and with_value(call, name, [call[name]])


@damage
def constant_in_another_spelling(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    names = [name for name in call if "enum" in schema["properties"][name]]
    name = pick(names, rng)
    if name is None:
        return None
    value = call[name]
    spellings = [
        value.upper(),
        value.title(),
        f" {value} ",
        f'"{value}"',
        f"{value}.",
        value.replace("_", " "),
        value.replace("_", "-"),
    ]
    return with_value(call, name, rng.choice(spellings))


@damage
def said_twice(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    name = pick([name for name in call if name.upper() not in call], rng)
    return name and call | {name.upper(): copy.deepcopy(call[name])}


@damage
def words_about_the_call(tool: str, schema: dict[str, Any], call: dict[str, Any], rng: Random) -> Any:
    noise = [
        ("reasoning", "Next step."),
        ("thought", "Let me check."),
        ("toolCallId", "call_1"),
        ("id", "call_abc"),
        ("timestamp", 1700000000),
        ("additionalProperties", False),
        ("tool", tool),
        ("explanation", "I need this"),
        ("type", "function"),
    ]
    key, value = rng.choice(noise)
    return None if key in schema["properties"] else call | {key: value}
