"""What is written down about a message: shapes unless values are asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from sidecar.session.journal_rows import rows
from tests.sidecar.state.journal.stage import ASKED, PI_SAYS, judged, message

SECRETS = ("secret", "the secret text", "hunter2")


def test_a_repair_in_shapes() -> None:
    (row,) = rows(judged())
    assert row["kind"] == "repair"
    assert (row["tool"], row["called"], row["stage"]) == ("write", "write", "rules")
    assert json.loads(row["rules"]) == ["rename-key"]
    assert json.loads(row["before"]) == {"filename": "text(10)", "content": "text(15)"}
    assert json.loads(row["after"]) == {"path": "text(10)", "content": "text(15)"}
    assert json.loads(row["violations"]) == ["path is missing", "filename is not declared"]
    assert row["pi"] == "invalid"
    assert json.loads(row["complaints"]) == ["path: missing"]
    assert row["summary"] == "write: filename → path"


def test_a_repair_with_its_values() -> None:
    (row,) = rows(judged(whole=True))
    assert json.loads(row["before"]) == {"filename": "secret.txt", "content": "the secret text"}


def test_values_too_long_to_keep_are_shapes() -> None:
    (row,) = rows(judged(message({"filename": "a", "content": "x" * 100_000}), whole=True))
    assert json.loads(row["before"]) == {"filename": "text(1)", "content": "text(100000)"}


@pytest.mark.parametrize(
    ("given", "errors"),
    [
        pytest.param(message(), {"c1": PI_SAYS}, id="a repair"),
        pytest.param(message({"hunter2": 1, "secret": None}), {"c1": PI_SAYS}, id="declined"),
        pytest.param(message({"path": "secret.txt", "content": None}), {"c1": None}, id="guarded"),
        pytest.param(
            message({"<parameter=path>secret.txt hunter2": "x", "path": "the secret text"}),
            {"c1": PI_SAYS},
            id="a key that is a value",
        ),
        pytest.param(
            message({}, argumentsError="Bad token 's', \"secret\"\n\nReceived arguments:\n{'secret'"),
            {"c1": 'Invalid arguments for tool "write": Bad token "secret"'},
            id="text that is no JSON",
        ),
        pytest.param(
            message({}, name="the secret text, said as a name"), {"c1": "Tool x not found"}, id="a name"
        ),
        pytest.param(message(["secret", {"deep": ["hunter2"] * 9}]), {"c1": PI_SAYS}, id="no object"),
        pytest.param(message(name="write_secret_hunter"), {"c1": "secret happened"}, id="an unknown error"),
    ],
)
def test_shapes_hold_no_value(given: Any, errors: Any) -> None:
    written = rows(judged(given, host_errors=errors))
    assert written
    for row in written:
        kept = json.dumps({key: value for key, value in row.items() if key not in ("called", "tool")})
        found = [secret for secret in ("secret.txt", "the secret text", "hunter2") if secret in kept]
        assert not [secret for secret in found if secret not in given["content"][0]["arguments"]], kept


def test_arguments_that_were_text_are_kept_as_text() -> None:
    text = "{'path': 'a', 'content': 'b',}"
    given = message({}, argumentsError=f"Bad\n\nReceived arguments:\n{text}")
    (shape,) = rows(judged(given, host_errors={}))
    (value,) = rows(judged(given, host_errors={}, whole=True))
    assert json.loads(shape["before"]) == f"text({len(text)})"
    assert json.loads(value["before"]) == text
    assert shape["pi"] == "malformed"


def test_declined_and_blocked_calls_have_their_reason() -> None:
    (declined,) = rows(judged(message({"content": "b"})))
    assert (declined["kind"], declined["reason"]) == ("declined", "required path is in no argument")
    (guard,) = rows(judged(message({"path": "a", "content": None}), host_errors={"c1": None}))
    assert guard["kind"] == "guard"
    assert guard["reason"].startswith('content is null: pi would use the text "null".')
    assert guard["pi"] is None


def test_a_leaked_call_that_does_not_fit_is_known_to_come_from_text() -> None:
    leak = '<tool_call>\n{"name": "write", "arguments": {"path": "secret.txt"}}\n</tool_call>'
    text = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": leak}]}
    (row,) = rows(judged(text, grammar=True, host_errors={}))
    assert (row["kind"], row["tool"], row["stage"]) == ("declined", "write", "grammar")
    assert row["reason"] == "required content is in no argument"
    assert json.loads(row["before"]) == {"path": "text(10)"}
    (sent,) = rows(judged(message({"content": "b"})))
    assert "stage" not in sent


def test_what_asking_cost_and_an_empty_turn_are_rows_of_their_own() -> None:
    asked = rows(judged(message({"path": "a", "content": "b"}), asked=ASKED, host_errors={}))
    assert [(row["kind"], row["asked"], row["calls"], row["cost"]) for row in asked] == [
        ("asked", "helper-1", 2, 0.5)
    ]
    empty = {"role": "assistant", "stopReason": "toolUse", "content": []}
    assert [row["kind"] for row in rows(judged(empty))] == ["phantom"]


def test_a_valid_message_writes_nothing() -> None:
    assert rows(judged(message({"path": "a", "content": "b"}), host_errors={})) == []


def test_every_row_says_when_and_by_whom() -> None:
    (row,) = rows(replace(judged(), observed=True))
    assert (row["session"], row["turn"], row["model"], row["observed"]) == ("s", "s-1", "main-1", 1)
