from __future__ import annotations

from sidecar.session.debug_lines import lines
from tests.sidecar.state.journal.stage import judged, message


def test_a_declined_call_and_its_reason() -> None:
    one = judged(message({"content": "b"})).judged
    assert list(lines(one.message, one.outcome)) == [
        "tool=write outcome=declined hints=1",
        '  input: {"content": "b"}',
        "  hint[0]: required path is in no argument",
    ]


def test_a_blocked_call() -> None:
    one = judged(message({"path": "a", "content": None}), host_errors={"c1": None}).judged
    first, second, third = lines(one.message, one.outcome)
    assert (first, second) == (
        "tool=write outcome=blocked hints=1",
        '  input: {"path": "a", "content": null}',
    )
    assert third.startswith("  hint[0]: content is null")


def test_text_that_was_no_json_is_shown_as_it_came() -> None:
    text = "{'path': 'a', 'content': 'b',}"
    one = judged(message({}, argumentsError=f"Bad\n\nReceived arguments:\n{text}")).judged
    assert text in list(lines(one.message, one.outcome))[1]


def test_a_long_value_is_cut_and_a_name_stays_on_one_line() -> None:
    one = judged(message({"content": "b" * 5000}, name="write")).judged
    assert list(lines(one.message, one.outcome))[1].endswith("… (5015 characters)")
    one = judged(message({}, name="a\nb\x1b[2J"), host_errors={"c1": "Tool not found"}).judged
    assert next(iter(lines(one.message, one.outcome))) == "tool=a\\nb\\x1b[2J outcome=declined hints=1"
