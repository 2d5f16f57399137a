"""Damage a valid object in every way the readers claim to undo: it comes back, or nothing does."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from sidecar.core.argument_text import Read, Reading, Truncated, read

Damage: TypeAlias = Callable[[random.Random, dict[str, Any]], str]

KEYS = ("path", "content", "limit", "deep", "edits", "tags", "note")
TEXTS = (
    "",
    "a",
    "src/main.py",
    'print("x", "y")\n',
    '{"name": "shop", "version": "1.0"}',
    "echo 'a' && echo \"b\"",
    '<a href="x" class="y">z</a>',
    'f({"k": "v"}, {"w": 1});',
    "// no comment\n# either\n",
    "tail\\",
    "}{",
    "], ",
    "C:\\new\\dir",
    "\\d+\\s*",
    "“smart” it’s",
    "```js\nx\n```",
    "</tool_call>",
    "é🎉\u2028",
    "tab\tand\x01control",
    "{{name}}",
    "null",
)
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def an_object(rng: random.Random) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key in rng.sample(KEYS, rng.randint(1, 5)):
        if key == "limit":
            made[key] = rng.choice([0, 7, -3, 2.5, 2**53 - 1])
        elif key == "deep":
            made[key] = rng.choice([True, False, None])
        elif key == "tags":
            made[key] = [rng.choice(TEXTS) for _ in range(rng.randint(0, 3))]
        elif key == "edits":
            made[key] = [
                {"oldText": rng.choice(TEXTS), "newText": rng.choice(TEXTS)} for _ in range(rng.randint(0, 2))
            ]
        else:
            made[key] = rng.choice(TEXTS)
    return made


def dump(rng: random.Random, value: Any) -> str:
    return json.dumps(value, ensure_ascii=rng.random() < 0.3, indent=rng.choice([None, 2]))


def between(text: str, change: Callable[[str], str]) -> str:
    """`text` with `change` made outside its strings only."""
    parts, pos = [], 0
    for found in STRING.finditer(text):
        parts += [change(text[pos : found.start()]), found[0]]
        pos = found.end()
    return "".join([*parts, change(text[pos:])])


def once(pattern: str, by: str) -> Damage:
    """Replace one match outside the strings."""

    def damage(rng: random.Random, value: dict[str, Any]) -> str:
        text = dump(rng, value)
        inside = [found.span() for found in STRING.finditer(text)]
        places = [
            found
            for found in re.finditer(pattern, text)
            if not any(start <= found.start() < end for start, end in inside)
        ]
        if not places:
            return text
        place = rng.choice(places)
        return text[: place.start()] + place.expand(by) + text[place.end() :]

    return damage


def inside(choices: tuple[str, ...]) -> Damage:
    return lambda rng, value: rng.choice(choices).replace("%", dump(rng, value))


def bare_keys(rng: random.Random, value: dict[str, Any]) -> str:
    return (
        re.sub(r'(?<=[{,\n ])"(\w+)"(?=: )', r"\1", json.dumps(value)) if '"name"' not in str(value) else "{"
    )


def inner_quotes(rng: random.Random, value: dict[str, Any]) -> str:
    """One string loses the backslashes before its quotes, all or the first."""
    text = dump(rng, value)
    strings = [found for found in STRING.finditer(text) if '\\"' in found[0]]
    if not strings:
        return text
    chosen = rng.choice(strings)
    body = re.sub(r'(?<!\\)((?:\\\\)*)\\"', r'\1"', chosen[0][1:-1], count=rng.choice([0, 1]))
    return f'{text[: chosen.start()]}"{body}"{text[chosen.end() :]}'


DAMAGES: dict[str, Damage] = {
    "python repr": lambda rng, value: repr(value),
    "python words": lambda rng, value: between(
        dump(rng, value),
        lambda text: text.replace("true", "True").replace("false", "False").replace("null", "None"),
    ),
    "trailing comma": once(r"\s*[}\]]", r",\g<0>"),
    "missing comma": once(r",\s*", "\n"),
    "separator": once(r":", " = "),
    "missing colon": once(r":", ""),
    "comment": once(r"[,{]", r"\g<0> // note\n"),
    "missing structure": once(r"[{}\[\],:]", ""),
    "doubled structure": once(r"[{}\[\],:]", r"\g<0>\g<0>"),
    "raw newlines": lambda rng, value: re.sub(r"(?<!\\)\\n", "\n", dump(rng, value)),
    "smart quotes": lambda rng, value: STRING.sub(lambda s: f"“{s[0][1:-1]}”", dump(rng, value)),
    "doubled braces": lambda rng, value: between(
        dump(rng, value), lambda text: text.replace("{", "{{").replace("}", "}}")
    ),
    "fence": inside(("```json\n%\n```", "```\n%", "%\n```", "Here:\n```json\n%\n```\nDone.")),
    "prose": inside(("Sure! %", "% Done.", "arguments: %", "json\n%", "f(%);", "Now:\n%\n\nThat is all.")),
    "tags": inside(("<tool_call>%</tool_call>", "%<|im_end|>", "[TOOL_CALLS]%</s>", "<a>\n%\n</a>")),
    "closers": inside(("%}", "%]}", '%"}', "%\n}", "%)")),
    "twice": inside(("{}%", "%{}")),
    "encoded": lambda rng, value: json.dumps(dump(rng, value)),
    "escaped": lambda rng, value: json.dumps(dump(rng, value))[1:-1],
    "listed": inside(("[%]",)),
    "bare keys": bare_keys,
    "inner quotes": inner_quotes,
}
MUST_COME_BACK = frozenset(
    {
        "python words",
        "raw newlines",
        "fence",
        "prose",
        "tags",
        "closers",
        "twice",
        "encoded",
        "listed",
        "comment",
    }
)


def read_like(value: dict[str, Any], text: str) -> Reading:
    """As for a tool that requires every key of `value`."""
    declared = frozenset((*KEYS, "oldText", "newText"))
    return read(text, lambda arguments: value.keys() <= arguments.keys() <= set(KEYS), declared)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", list(DAMAGES))
def test_damage_is_undone_or_left(name: str, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    for _ in range(150):
        value = an_object(rng)
        text = DAMAGES[name](rng, value)
        reading = read_like(value, text)
        if isinstance(reading, Read):
            assert json.dumps(reading.arguments, sort_keys=True) == json.dumps(value, sort_keys=True), text
        else:
            assert name not in MUST_COME_BACK, (text, reading)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_damages_at_once_are_undone_or_left(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    for _ in range(600):
        value = an_object(rng)
        text = inner_quotes(rng, value) if rng.random() < 0.5 else repr(value)
        text = rng.choice(["```json\n%\n```", "Sure! %", "%</tool_call>", "%}", "%\n"]).replace("%", text)
        reading = read_like(value, text)
        assert not isinstance(reading, Read) or reading.arguments == value, text


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_cut_text_never_yields_less_than_it_says(seed: int) -> None:
    """Whatever is read of a cut text is the text with closers added: nothing of it is missing or changed."""
    rng = random.Random(seed)  # noqa: S311
    for _ in range(12):
        value = an_object(rng)
        text = dump(rng, value)
        for end in range(len(text.rstrip("}"))):
            reading = read(text[:end], lambda arguments: True, frozenset(KEYS))
            if not isinstance(reading, Read):
                continue
            if not text[:end].strip():
                assert reading.arguments == {}
                continue
            assert any(json_or_none(text[:end] + "}" * count) == reading.arguments for count in range(4))


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_cut_text_never_passes_for_a_call_that_needs_more(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    for _ in range(12):
        value = {**an_object(rng), "limit": 12345}
        for text in (dump(rng, value), repr(value), inner_quotes(rng, value)):
            for end in range(len(text.rstrip("}\n "))):
                assert not isinstance(read_like(value, text[:end]), Read), text[:end]


def json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


HUGE = {
    "8 MB of content": '{"content": "' + "x\\n" * 2_700_000 + '",}',
    "100 000 deep": '{"path": ' * 100_000 + "1" + "}" * 100_000,
    "open lists": "[" * 4_000_000,
    "open braces": "{" * 4_000_000,
    "unclosed quotes": '{"content": "a' + '"' * 4_000_000,
    "quotes and blanks": '{"content": "a' + '" ' * 2_000_000,
    "quotes that may close": '{"content": "a' + '"} ' * 1_300_000,
    "smart quotes": "{“content”: " + "“" * 1_000_000,
    "backslashes": '{"content": "' + "\\" * 4_000_000,
    "100 000 keys": "{" + ",".join(f"key{number}: 1" for number in range(100_000)) + "}",
    "open tags": "<" * 1_000_000 + '{"content": "a"}',
    "open thoughts": "<think>" * 300_000 + '{"content": "a"',
    "one word": "a" * 4_000_000 + '{"content": "a"}' + "a" * 4_000_000,
    "blanks": '{"content": "a" ' + " " * 4_000_000,
    "open comments": '{"content": "a", ' + "/*" * 2_000_000,
    "digits": '{"limit": ' + "1" * 4_000_000 + "}",
    "more members than any call": "{path: [" + "1," * 2_000_000,
}


@pytest.mark.parametrize("name", list(HUGE))
def test_huge_text_is_answered(name: str) -> None:
    """No recursion, and linear: a quadratic reader would not come back from these."""
    assert read(HUGE[name], lambda arguments: True, frozenset(KEYS)) is not None


def test_a_cut_list_is_truncated_however_long() -> None:
    text = '{"tags": [' + '"a",' * 50_000
    assert isinstance(read(text, lambda arguments: True, frozenset(KEYS)), Truncated)
