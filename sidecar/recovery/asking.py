"""Ask a recovery model about broken calls: in parallel, under one deadline, with a second try."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sidecar.core.blocks import Answer, Question
from sidecar.core.values import TooLargeError

from .backends.apis.wire import Reply, Usage
from .backends.breaker import Breaker
from .backends.host import Backend
from .judge.answer import Refusal
from .prompt.bounds import TOO_LARGE, too_large
from .prompt.question import Prompt, build
from .prompt.references import References

SPENT = "this run's budget of recovery calls is spent"

JudgeReply: TypeAlias = Callable[[Question, References, str], Answer | Refusal]


@dataclass(frozen=True, slots=True)
class RecoveryResult:
    """What became of the questions: an answer or the reason for none, by call id.

    `troubles` are the reasons that a person can do something about; a refused answer is not among them.
    `calls` counts requests. `breaker_opened`: the breaker opened because of these questions.
    """

    answers: Mapping[str, Answer] = field(default_factory=dict)
    declined: Mapping[str, str] = field(default_factory=dict)
    troubles: tuple[str, ...] = ()
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    breaker_opened: bool = False


class RecoveryClient:
    """Asks one backend for as long as it is the chosen one: it holds the run's budget and the breaker."""

    def __init__(
        self,
        backend: Backend | None,
        *,
        max_per_run: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.backend = backend
        self.max_per_run = max_per_run
        self.breaker = Breaker(clock)
        self._sleep = sleep
        self._left_in_run = max_per_run

    def run_started(self) -> None:
        """A user's prompt began: the whole budget is available again."""
        self._left_in_run = self.max_per_run

    async def ask(
        self, questions: Sequence[Question], judge: JudgeReply, *, deadline_s: float
    ) -> RecoveryResult:
        """An answer or a reason for each of `questions`. Raises nothing but cancellation."""
        deadline = asyncio.get_running_loop().time() + deadline_s
        asked = [_Asking(self, question, judge, deadline) for question in questions]
        for one in asked[self._left_in_run :]:  # each needs at least one call
            one.reason = SPENT
        await asyncio.gather(*(one.run() for one in asked[: self._left_in_run]))
        return RecoveryResult(
            {one.question.call.id: one.answer for one in asked if one.answer is not None},
            {one.question.call.id: one.reason for one in asked if one.answer is None},
            tuple(dict.fromkeys(one.reason for one in asked if one.answer is None and one.trouble)),
            sum(one.calls for one in asked),
            sum((one.usage for one in asked), Usage()),
            any(one.opened_breaker for one in asked),
        )

    def spend(self) -> str | None:
        """Take one call from the run's budget; the reason where none may be made."""
        if self.breaker.open:
            return "the recovery model failed repeatedly and is left alone for a minute"
        if self._left_in_run <= 0:
            return SPENT
        self._left_in_run -= 1
        return None

    async def wait(self, seconds: float) -> None:
        await self._sleep(seconds)


class _Asking:
    """One question, until there is an answer or a reason."""

    def __init__(
        self, client: RecoveryClient, question: Question, judge: JudgeReply, deadline: float
    ) -> None:
        self.client, self.question, self.judge, self.deadline = client, question, judge, deadline
        self.answer: Answer | None = None
        self.reason = "the recovery model gave no answer in time"
        self.trouble = True
        self.calls = 0
        self.usage = Usage()
        self.opened_breaker = False

    async def run(self) -> None:
        if self.client.backend is None:
            self.reason = "no recovery model is configured"
            return
        try:
            async with asyncio.timeout_at(self.deadline):
                await self._converse(self.client.backend)
        except TimeoutError:
            self._failed()
        except TooLargeError:
            self.trouble = False
            self.reason = "the call has too many values to ask about"
        except Exception as error:  # our own bug must not lose the user's message
            self.reason = f"recovery failed unexpectedly ({type(error).__name__})"

    async def _converse(self, backend: Backend) -> None:
        """Prompts are made and answers judged on a thread, so that deadline and cancellation still work."""
        prompt = await asyncio.to_thread(_prompt, self.question)
        if prompt is None:
            self.trouble, self.reason = False, TOO_LARGE
            return
        for _ in range(2):
            reply = await self._complete(backend, prompt)
            if reply is None:
                return
            judged = await asyncio.to_thread(self.judge, self.question, prompt.references, reply.text)
            if isinstance(judged, Answer):
                self.answer = judged
                return
            self.trouble = False
            self.reason = f"the recovery model's answer was refused: {judged.reason}"
            prompt = prompt.again(judged.reason)

    async def _complete(self, backend: Backend, prompt: Prompt) -> Reply | None:
        """One reply; None, with the reason kept, when there is none. A busy server is asked once more."""
        waited = False
        while True:
            stopped = self.client.spend()
            if stopped is not None:
                self.reason = stopped if not self.calls else self.reason
                return None
            self.calls += 1
            outcome = await backend.complete(prompt, True)
            self.calls += outcome.requests - 1
            if isinstance(outcome, Reply):
                self.usage += outcome.usage
                self.client.breaker.succeeded()
                return outcome
            self.reason, self.trouble = outcome.reason, True
            pause = outcome.retry_after
            now = asyncio.get_running_loop().time()
            if pause is None or waited or now + pause >= self.deadline:
                self._failed()
                return None
            waited = True
            await self.client.wait(pause)

    def _failed(self) -> None:
        self.opened_breaker = self.client.breaker.failed() or self.opened_breaker


def _prompt(question: Question) -> Prompt | None:
    return None if too_large(question.call) else build(question)
