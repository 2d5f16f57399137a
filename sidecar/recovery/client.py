"""Ask a recovery model about broken calls: in parallel, under one deadline, with a second try, never raising.

The only file that imports httpx, at the first request: 95 ms that most sessions never need.
Proxies from the environment are used as httpx does, except for loopback, where a local model listens and a
proxy could only fail or eavesdrop.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from sidecar.core.blocks import Answer, Question

from .answer import Refusal
from .apis import APIS
from .apis.wire import Endpoint, Failure, HttpRequest, Reply, Usage
from .backends import Backend
from .breaker import Breaker
from .question import Prompt, build
from .references import References
from .values import TooManyLeavesError

if TYPE_CHECKING:
    import httpx

DEADLINE_S = 20.0  # pi shows no progress meanwhile
BODY_BYTES = 1_000_000  # an answer by reference is a few hundred
MAX_PER_RUN = 10
FALLBACKS = 2  # parts of a request a server may refuse, one after the other

JudgeReply: TypeAlias = Callable[[Question, References, str], Answer | Refusal]


@dataclass(frozen=True, slots=True)
class RecoveryResult:
    """What became of the questions, by call id. `breaker_opened`: this asking was the one that opened it.

    `troubles`: why no answer came at all, as far as a person could mend it; a refused answer is none of them.
    """

    answers: Mapping[str, Answer] = field(default_factory=dict)
    declined: Mapping[str, str] = field(default_factory=dict)
    troubles: tuple[str, ...] = ()
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    breaker_opened: bool = False


class RecoveryClient:
    """One for the life of the process: it holds the run's budget and the breaker."""

    def __init__(
        self,
        backend: Backend | None,
        *,
        max_per_run: int = MAX_PER_RUN,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.backend = backend
        self.max_per_run = max_per_run
        self.breaker = Breaker(clock)
        self._sleep = sleep
        self._left_in_run = max_per_run

    def run_started(self) -> None:
        """A user's prompt began: the budget is whole again."""
        self._left_in_run = self.max_per_run

    async def ask(
        self, questions: Sequence[Question], judge: JudgeReply, *, deadline_s: float = DEADLINE_S
    ) -> RecoveryResult:
        """Answers and reasons for all `questions`. Only cancellation leaves this as an exception."""
        deadline = asyncio.get_running_loop().time() + deadline_s
        asked = [_Asking(self, question, judge, deadline) for question in questions]
        await asyncio.gather(*(one.run() for one in asked))
        return RecoveryResult(
            {one.question.call.id: one.answer for one in asked if one.answer is not None},
            {one.question.call.id: one.reason for one in asked if one.answer is None},
            tuple(dict.fromkeys(one.reason for one in asked if one.answer is None and one.trouble)),
            sum(one.calls for one in asked),
            sum((one.usage for one in asked), Usage()),
            any(one.opened_breaker for one in asked),
        )

    def spend(self) -> str | None:
        """Take one call from the run's budget, or say why not."""
        if self.breaker.open:
            return "the recovery model failed repeatedly and is left alone for a minute"
        if self._left_in_run <= 0:
            return "this run's budget of recovery calls is spent"
        self._left_in_run -= 1
        return None

    async def wait(self, seconds: float) -> None:
        await self._sleep(seconds)


class _Asking:
    """One question on its way to an answer or a reason."""

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
        except TooManyLeavesError:
            self.trouble = False
            self.reason = "the call has too many values to ask about"
        except Exception as error:  # a fault of ours must not cost the user the message
            self.reason = f"recovery failed unexpectedly ({type(error).__name__})"

    async def _converse(self, backend: Backend) -> None:
        prompt = build(self.question)
        for _ in range(2):
            reply = await self._complete(backend, prompt)
            if reply is None:
                return
            judged = self.judge(self.question, prompt.references, reply.text)
            if isinstance(judged, Answer):
                self.answer = judged
                return
            self.trouble = False
            self.reason = f"the recovery model's answer was refused: {judged.reason}"
            prompt = prompt.again(judged.reason)

    async def _complete(self, backend: Backend, prompt: Prompt) -> Reply | None:
        """One reply. None when there is none, with the reason kept. A busy server is waited for once."""
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


class HttpBackend:
    """A direct endpoint. What its server was found not to take is left out for the rest of the process."""

    def __init__(self, endpoint: Endpoint, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.endpoint = endpoint
        self._transport = transport
        self._client: httpx.AsyncClient | None = None

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply | Failure:
        api = APIS[self.endpoint.api]
        endpoint = self.endpoint
        for requests in range(1, FALLBACKS + 2):
            held = constrained and "schema" not in endpoint.without
            answer = await self._post(api.build(prompt, endpoint, held))
            if isinstance(answer, Failure):
                return replace(answer, requests=requests)
            outcome: Reply | Failure = api.read(*answer, endpoint, held)
            if isinstance(outcome, Reply):
                # only now is it known that leaving those parts out was what it took
                self.endpoint = replace(self.endpoint, without=self.endpoint.without | endpoint.without)
            elif outcome.unsupported and requests <= FALLBACKS:
                endpoint = replace(endpoint, without=endpoint.without | outcome.unsupported)
                continue
            return replace(outcome, requests=requests)
        raise AssertionError("the last round returns")

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _post(self, request: HttpRequest) -> tuple[int, Mapping[str, str], bytes] | Failure:
        """Status, headers and at most 1 MB of body. Exception texts are dropped: they may quote a key."""
        try:
            client = await self._opened()
            sent = client.build_request(
                "POST", request.url, headers=dict(request.headers), content=request.body
            )
            response = await client.send(sent, stream=True)
            try:
                if 300 <= response.status_code < 400:
                    return Failure(
                        "rejected", "the recovery server redirects; its base URL must be the final one"
                    )
                body = await _capped(response.aiter_raw(), response.headers.get("content-encoding", ""))
            finally:
                await response.aclose()
        except Exception:
            return Failure("unreachable", f"the recovery server at {self.endpoint.host} cannot be reached")
        if isinstance(body, Failure):
            return body
        return response.status_code, dict(response.headers), body

    async def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            # a thread: the import and the certificates take 100 ms in which a cancel must still be heard
            opened = await asyncio.to_thread(_open, self._transport, not _is_loopback(self.endpoint.host))
            if self._client is None:
                self._client = opened
            else:
                await opened.aclose()
        return self._client


def _open(transport: httpx.AsyncBaseTransport | None, trust_env: bool) -> httpx.AsyncClient:
    import httpx

    # timeouts: the caller's deadline covers everything, and one clock is enough
    return httpx.AsyncClient(
        transport=transport,
        timeout=None,  # noqa: S113
        follow_redirects=False,
        trust_env=trust_env,
        headers={"accept-encoding": "identity", "user-agent": "toolrecovery"},
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def _capped(chunks: AsyncIterator[bytes], encoding: str) -> bytes | Failure:
    """The body, unpacked without ever holding more than the cap: a small gzip may stand for gigabytes."""
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        return Failure("unreadable", "the recovery server packs its answer in a way nobody asked for")
    unpacker = zlib.decompressobj(wbits=47) if encoding not in ("", "identity") else None
    body = bytearray()
    async for chunk in chunks:
        body += unpacker.decompress(chunk, BODY_BYTES + 1 - len(body)) if unpacker else chunk
        if len(body) > BODY_BYTES:
            return Failure("too large", "the recovery server's answer is far too large")
    return bytes(body)
