"""Large calls: asked about up to a bound, in steps that are counted, on a thread that nobody waits for."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from sidecar.core.blocks import Answer, Question
from sidecar.recovery.asking import SPENT, RecoveryResult
from sidecar.recovery.backends.apis.wire import Reply
from sidecar.recovery.judge import raw_tracing
from sidecar.recovery.judge.answer import Judge, Refusal
from sidecar.recovery.judge.roles import Naming
from sidecar.recovery.prompt import bounds, lexical
from sidecar.recovery.prompt.question import Prompt, build
from sidecar.recovery.prompt.references import References
from tests.sidecar.recovery.toolbox import DEADLINE_S, TOOLSET, client_of, question

RIGHT = '{"toolName": "write", "args": {"path": "$1", "content": "$2"}}'


class Obliging:
    """A backend that always says the same and counts how often."""

    def __init__(self) -> None:
        self.asked = 0

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply:
        self.asked += 1
        return Reply(RIGHT)


def declined(call: dict[str, Any]) -> str | None:
    backend = Obliging()
    result = asyncio.run(client_of(backend).ask([question(call)], Judge(TOOLSET), deadline_s=DEADLINE_S))
    reason = result.declined.get("call_1")
    assert (reason == bounds.TOO_LARGE) == (backend.asked == 0)
    assert result.troubles == () or reason != bounds.TOO_LARGE
    return reason


def write(content: Any) -> dict[str, Any]:
    return {"name": "write", "arguments": {"p1": "a", "p2": content}}


@pytest.mark.parametrize(
    "call",
    [
        {"name": "write", "raw": "{" * (bounds.RAW_CHARS + 1)},
        {"name": "write", "raw": json.dumps([" " * bounds.CALL_CHARS])},
        write("x" * (bounds.CALL_CHARS + 1)),
        write(["{'a':" * 1_000] * 50),
        write([[]] * (bounds.PARTS + 1)),
        {"name": "write", "arguments": {"k" * (bounds.CALL_CHARS + 1): "a"}},
    ],
    ids=["malformed text", "text", "content", "texts that may be Python", "parts", "a key"],
)
def test_beyond_a_bound_nobody_is_asked(call: dict[str, Any]) -> None:
    assert declined(call) == bounds.TOO_LARGE


@pytest.mark.parametrize("size", [100, 100_000, 3_900_000])
def test_a_long_content_is_asked_about(size: int) -> None:
    assert declined(write("x " * (size // 2))) is None


def test_only_as_many_questions_as_the_run_has_left_are_looked_at() -> None:
    backend = Obliging()
    client = client_of(backend, max_per_run=2)
    asked = [question(write("b"), id=str(number)) for number in range(5)]
    result = asyncio.run(client.ask(asked, Judge(TOOLSET), deadline_s=DEADLINE_S))
    assert set(result.answers) == {"0", "1"}
    assert dict(result.declined) == dict.fromkeys(("2", "3", "4"), SPENT)
    assert result.troubles == (SPENT,)


def far_values(count: int, filler: int) -> tuple[str, dict[str, Any]]:
    """Malformed text with `count` edits behind `filler` characters, and the answer that names them all."""
    edits = [{"oldText": f"o{index}-", "newText": f"n{index}-"} for index in range(count)]
    listed = ", ".join(json.dumps(edit) for edit in edits)
    return f'{{"path": "{"p " * (filler // 2)}" "edits": [{listed}]}}', {
        "path": "p " * (filler // 2),
        "edits": edits,
    }


def test_tracing_in_malformed_text_stops_after_its_steps() -> None:
    raw, answer = far_values(900, 400_000)
    contract = TOOLSET.contract("edit")
    assert raw_tracing.untraced(raw, answer, contract, Naming({"edit"})) == "the call is too large to trace"
    few, whole = far_values(9, 400_000)
    assert raw_tracing.untraced(few, whole, contract, Naming({"edit"})) is None


@pytest.mark.parametrize("size", [1_000, 10_000, 100_000])
def test_reading_malformed_text_takes_a_bounded_number_of_matches(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0

    class Counted:
        def __init__(self, pattern: Any) -> None:
            self._pattern = pattern

        def finditer(self, text: str) -> Any:
            nonlocal looked
            for match in self._pattern.finditer(text):
                looked += 1
                yield match

    for name in ("_BARE", "_OPENING_TAG", "_STRING", "_ANCHOR"):
        monkeypatch.setattr(lexical, name, Counted(getattr(lexical, name)))
    for text in ("[1," * size, "<a>b</a>" * size, '"a" ' * size, '"a": "b" ' * size):
        looked = 0
        lexical.readings(text)
        assert looked <= 3 * (lexical.MATCHES_READ + 1)


class Stuck:
    """A judge that works until it is let go."""

    def __init__(self) -> None:
        self.began, self.free = threading.Event(), threading.Event()

    def __call__(self, question: Question, references: References, text: str) -> Answer | Refusal:
        self.began.set()
        self.free.wait()
        return Refusal("at last")


async def asking(judge: Stuck, deadline_s: float) -> RecoveryResult:
    return await client_of(Obliging()).ask([question(write("b"))], judge, deadline_s=deadline_s)


def test_the_deadline_holds_while_an_answer_is_judged() -> None:
    async def main() -> None:
        judge = Stuck()
        try:
            result = await asking(judge, 0.5)
            assert result.declined == {"call_1": "the recovery model gave no answer in time"}
        finally:
            judge.free.set()

    asyncio.run(main())


def test_a_cancel_is_heard_while_an_answer_is_judged() -> None:
    async def main() -> None:
        judge = Stuck()
        try:
            task = asyncio.create_task(asking(judge, 600))
            await asyncio.to_thread(judge.began.wait)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        finally:
            judge.free.set()

    asyncio.run(main())


def test_what_is_shown_does_not_grow_with_the_call() -> None:
    sizes = [len(build(question(write("x" * size))).user) for size in (100, 1_000_000)]
    assert sizes[1] <= 1.2 * sizes[0] + 40
