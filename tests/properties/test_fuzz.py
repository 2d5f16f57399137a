"""Real calls and leaks, damaged at random: a few thousand of them here, any number with `scripts/fuzz`."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.promises import check_call, check_text, judged, leaked

EACH = 40


@pytest.mark.parametrize("seed", range(60))
def test_calls(seed: int) -> None:
    for number in range(EACH):
        check_call(Random(EACH * seed + number))  # noqa: S311


@pytest.mark.parametrize("seed", range(30))
def test_texts(seed: int) -> None:
    for number in range(EACH):
        check_text(Random(EACH * seed + number))  # noqa: S311


WRITE = {
    "name": "write",
    "parameters": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
        "required": ["path", "content"],
    },
}
NAMED = {"name": "bash", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}
COUNT = {"name": "count", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}


@pytest.mark.parametrize("arguments", [[{"path": "a"}], "path", 5, [], ["a", "b"], [[{}]]])
@pytest.mark.parametrize(
    "name", ["Write", "write_file", "Bash", "run_shell_command", "str_replace_editor", "", "wrte"]
)
def test_an_unknown_name_with_arguments_that_are_no_object(name: str, arguments: object) -> None:
    judged([WRITE, NAMED], {"name": name, "arguments": arguments})


@pytest.mark.parametrize("text", ["0x" + "f" * 400, "9" * 400, "-1e999", "1e400", "\u0663" * 3])
def test_a_text_that_is_too_much_of_a_number(text: str) -> None:
    judged([COUNT], {"name": "count", "arguments": {"n": text}})


def test_entities_in_a_leaked_value_are_undone_and_nothing_is_added() -> None:
    value = "<parameter=command>a &amp;&amp; b</parameter>"
    leaked([NAMED], f"<tool_call>\n<function=bash>\n{value}\n</function>\n</tool_call>")
