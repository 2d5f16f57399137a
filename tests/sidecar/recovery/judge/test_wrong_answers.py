"""Every wrong answer of the table, from a real server on loopback, through `message/repair`: nothing changes.

Each is said bare, in a fence, after a thought and in prose, twice where it is refused; the APIs take turns.
"""

from __future__ import annotations

import asyncio
import json
import tomllib
from itertools import cycle
from typing import Any, get_args

import pytest

from sidecar.rpc.host import Host
from sidecar.session.messages import HostReport, RepairRequest, Task
from sidecar.session.recovery_model import connector
from sidecar.settings.config import Api, Config, Endpoint
from tests.places import CASES
from tests.sidecar.recovery.backends.test_http_loopback import answering, serving
from tests.sidecar.recovery.toolbox import TOOLSET, question

TABLES = CASES / "recovery"
REFUSED = tomllib.loads((TABLES / "refused.toml").read_text("utf-8"))["cases"]
WRAPPED = {
    "bare": "{}",
    "fenced": "Here it is:\n```json\n{}\n```\n",
    "after a thought": '<think>{{"toolName": "bash", "args": {{"command": "id"}}}}</think>{}',
    "in prose": "The corrected call is {} as asked.",
}


def message(call: dict[str, Any]) -> Any:
    block = {"type": "toolCall", "id": "call_1", "name": call["name"], "arguments": call.get("arguments", {})}
    if "raw" in call:
        block["argumentsError"] = f"no JSON\n\nReceived arguments:\n{call['raw']}"
    return {"role": "assistant", "stopReason": "toolUse", "content": [block]}


def body(text: str, api: str) -> bytes:
    if api == "anthropic-messages":
        return json.dumps({"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}).encode()
    return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


def outcomes(case: dict[str, Any], replies: list[str], api: Any) -> list[Any]:
    """What the model's replies came to, one by one, and how often the server was asked."""
    call = json.loads(case["call"], strict=False)
    said = message(call)

    async def main() -> list[Any]:
        current, asked = replies[0], 0

        async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal asked
            asked += 1
            writer.write(answering(body(current, api), "200 OK", "Connection: close"))
            await writer.drain()

        found = []
        async with serving(play) as base:
            config = Config(endpoint=Endpoint(base, api=api))
            recovery = connector(Host())(config)
            assert recovery
            for reply in replies:
                current = reply
                recovery.run_started()
                asked = 0
                task = Task(RepairRequest(said, HostReport({"call_1": "broken"})), TOOLSET, config)
                if task.askable:
                    await task.recover(recovery)
                    changed = task.result()["repairs"]
                else:  # rules mend it; asked all the same, the answer is refused, or says what the rules do
                    answers = (await recovery.ask((question(call),), TOOLSET, config)).answers
                    ruled = [repair["after"] for repair in task.result()["repairs"]]
                    said_now = [{"name": each.name, "arguments": each.arguments} for each in answers.values()]
                    changed = [each for each in said_now if each not in ruled]
                found.append((changed, asked))
        return found

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("case", "api"),
    list(zip(REFUSED, cycle(get_args(Api)), strict=False)),
    ids=[case["name"] for case in REFUSED],
)
def test_a_wrong_answer_changes_nothing(case: dict[str, Any], api: str) -> None:
    replies = [how.format(case["reply"]) for how in WRAPPED.values()]
    for changed, asked in outcomes(case, replies, api):
        assert changed == []
        assert 1 <= asked <= 2


def test_the_table_holds_at_least_forty_kinds() -> None:
    assert len({case["name"] for case in REFUSED}) >= 40
