from __future__ import annotations

from sidecar.debug_log import lines
from tests.sidecar.journal.stage import message, seen


def test_a_declined_call_and_its_reason() -> None:
    one = seen(message({"content": "b"}))
    assert list(lines(one.message, one.outcome)) == [
        "tool=write outcome=declined hints=1",
        '  input: {"content": "b"}',
        "  hint[0]: required path is in no argument",
    ]


def test_a_blocked_call() -> None:
    one = seen(message({"path": "a", "content": None}), host_errors={"c1": None})
    first, second, third = lines(one.message, one.outcome)
    assert (first, second) == (
        "tool=write outcome=blocked hints=1",
        '  input: {"path": "a", "content": null}',
    )
    assert third.startswith("  hint[0]: content is null")


def test_text_that_was_no_json_is_shown_as_it_came() -> None:
    text = "{'path': 'a', 'content': 'b',}"
    one = seen(message({}, argumentsError=f"Bad\n\nReceived arguments:\n{text}"))
    assert text in list(lines(one.message, one.outcome))[1]


def test_a_long_value_is_cut_and_a_name_stays_on_one_line() -> None:
    one = seen(message({"content": "b" * 5000}, name="write"))
    assert list(lines(one.message, one.outcome))[1].endswith("… (5015 characters)")
    one = seen(message({}, name="a\nb\x1b[2J"), host_errors={"c1": "Tool not found"})
    assert next(iter(lines(one.message, one.outcome))) == "tool=a\\nb\\x1b[2J outcome=declined hints=1"
