"""Right answers, tampered with at random: whatever is accepted says exactly what the call said."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from sidecar.core.blocks import Answer
from sidecar.recovery.judge.answer import Judge
from sidecar.recovery.prompt.question import build
from tests.sidecar.recovery.toolbox import TOOLSET, question

judge = Judge(TOOLSET)
CALL = {
    "name": "edit",
    "arguments": {
        "file": "src/a.py",
        "changes": [{"find": "x = 1", "put": "x = 2"}, {"find": "  y\n", "put": "  z\n"}],
    },
}
MEANT = {
    "path": "src/a.py",
    "edits": [{"oldText": "x = 1", "newText": "x = 2"}, {"oldText": "  y\n", "newText": "  z\n"}],
}
RAW = (
    '{"path": "src/a.py", "edits": [{"oldText": "x = 1" "newText": "x = 2"},'
    ' {"oldText": "  y\\n", "newText": "  z\\n"}]}'
)


def tampered(rng: random.Random) -> Any:
    """`MEANT` with one thing wrong."""
    answer: Any = copy.deepcopy(MEANT)
    edit = rng.choice(answer["edits"])
    key = rng.choice(["oldText", "newText"])
    text: str = edit[key]
    at = rng.randrange(len(text))
    how = rng.randrange(9)
    if how == 0:
        edit[key] = text[:at]
    elif how == 1:
        edit[key] = text[:at] + rng.choice("ab \n/$") + text[at:]
    elif how == 2:
        edit[key] = text.swapcase()
    elif how == 3:
        edit[key] = answer["path"]
    elif how == 4:
        answer["edits"].remove(edit)
    elif how == 5:
        answer["edits"].append(dict(edit))
    elif how == 6:
        answer["path"] = rng.choice(["src", "a.py", "/src/a.py", "src/a.py/", "src/../a.py", text])
    elif how == 7:
        edit[key] = edit["oldText"] + edit["newText"]
    else:
        edit[rng.choice(["extra", "force"])] = rng.choice([True, 1, "x = 1"])
    return answer


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.parametrize("call", [CALL, {"name": "edit", "raw": RAW}], ids=["object", "raw text"])
def test_tampering_is_refused(call: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    asked = question(call)
    references = build(asked).references
    reply = json.dumps({"toolName": "edit", "args": tampered(rng)})
    outcome = judge(asked, references, reply)
    assert not isinstance(outcome, Answer), outcome
    right = judge(asked, references, json.dumps({"toolName": "edit", "args": MEANT}))
    assert right == Answer("edit", MEANT)


HOSTILE = [
    "{" * 200_000,
    '{"a":' * 100_000,
    "[" * 200_000,
    "```json\n" * 50_000,
    "<think>" * 50_000,
    '{"toolName": "edit", "args": ' + '{"path":' * 5_000,
    json.dumps({"toolName": "edit", "args": {"path": "$1" * 100_000, "edits": []}}),
    json.dumps({"toolName": "edit", "args": {"path": ["$2"] * 100_000}}),
    json.dumps({"toolName": ["edit"], "args": "no"}),
    json.dumps(
        {"toolName": "edit", "args": {"path": "\ud800", "edits": [{"oldText": "\udfff", "newText": "\0"}]}}
    ),
    '{"toolName": "edit", "args": {"path": NaN, "edits": Infinity}}',
    '{"toolName": "edit", "args": {"path": ' + "9" * 10_000 + "}}",
    "null",
    "",
    "\0\ufeff\u2028",
]


@pytest.mark.parametrize("reply", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_replies_are_refused(reply: str) -> None:
    for call in (CALL, {"name": "edit", "raw": RAW}):
        asked = question(call)
        assert not isinstance(judge(asked, build(asked).references, reply), Answer)
