"""A direct endpoint over HTTP.

httpx is imported at the first request: 95 ms that most sessions never need.
Proxies from the environment are used as httpx does, but never for loopback, where a local model listens.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from sidecar.recovery.prompt.question import Prompt

from .apis import APIS, read
from .apis.wire import AGAIN_S, Endpoint, Failure, HttpRequest, Reply

if TYPE_CHECKING:
    import httpx

BODY_BYTES = 1_000_000  # an answer by reference is a few hundred
NO_PROXY = "a proxy of the environment cannot be used; look at HTTPS_PROXY, HTTP_PROXY and ALL_PROXY"
FALLBACKS = 2  # parts of a request a server may refuse, one after the other


class HttpBackend:
    """A direct endpoint. Parts of a request that its server refused are left out from then on."""

    def __init__(self, endpoint: Endpoint, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.endpoint = endpoint
        self._transport = transport
        self._client: httpx.AsyncClient | None = None
        self._kept = False  # whether a connection may still be open from an earlier request

    async def complete(self, prompt: Prompt, constrained: bool) -> Reply | Failure:
        api = APIS[self.endpoint.api]
        endpoint = self.endpoint
        for requests in range(1, FALLBACKS + 2):
            held = constrained and "schema" not in endpoint.without
            answer = await self._post(api.build(prompt, endpoint, held))
            if isinstance(answer, Failure):
                return replace(answer, requests=requests)
            outcome = read(*answer, endpoint, held)
            if isinstance(outcome, Reply):
                # it works without those parts: leave them out from now on
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
        except Exception:
            return Failure("unreachable", NO_PROXY)
        try:
            response = await self._sent(client, request)
            try:
                if 300 <= response.status_code < 400:
                    return Failure(
                        "rejected", "the recovery server redirects; its base URL must be the final one"
                    )
                body = await _capped(response.aiter_raw(), response.headers.get("content-encoding", ""))
            finally:
                await response.aclose()
        except Exception as error:
            server = f"the recovery server at {self.endpoint.host}"
            if _is_about_certificates(error):
                return Failure("unreachable", f"the certificate of {server} is not trusted")
            again = AGAIN_S if _is_not_listening(error) else None
            return Failure("unreachable", f"{server} cannot be reached", retry_after=again)
        if isinstance(body, Failure):
            return body
        return response.status_code, dict(response.headers), body

    async def _sent(self, client: httpx.AsyncClient, request: HttpRequest) -> httpx.Response:
        """The response, its body not yet read. Sent again if a kept connection turns out to be closed."""
        import httpx

        kept = self._kept
        while True:
            sent = client.build_request(
                "POST", request.url, headers=dict(request.headers), content=request.body
            )
            try:
                response = await client.send(sent, stream=True)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                if not kept:
                    raise
                kept = False
            else:
                self._kept = True
                return response

    async def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            # on a thread: the import and the certificates take 100 ms, and cancelling must work meanwhile
            opened = await asyncio.to_thread(_open, self._transport, not _is_loopback(self.endpoint.host))
            if self._client is None:
                self._client = opened
            else:
                await opened.aclose()
        return self._client


def _open(transport: httpx.AsyncBaseTransport | None, trust_env: bool) -> httpx.AsyncClient:
    import httpx

    # no timeouts: the caller's deadline covers everything
    return httpx.AsyncClient(
        transport=transport,
        timeout=None,  # noqa: S113
        follow_redirects=False,
        trust_env=trust_env,
        headers={"accept-encoding": "identity", "user-agent": "toolrecovery"},
    )


def _is_about_certificates(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_not_listening(error: BaseException | None) -> bool:
    """Whether the connection was refused, as while a server starts again."""
    while error is not None:
        if isinstance(error, ConnectionRefusedError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def _capped(chunks: AsyncIterator[bytes], encoding: str) -> bytes | Failure:
    """The unpacked body, or a failure beyond BODY_BYTES: a small gzip may unpack to gigabytes."""
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        return Failure("unreadable", "the recovery server packs its answer in a way nobody asked for")
    unpacker = zlib.decompressobj(wbits=47) if encoding not in ("", "identity") else None
    body = bytearray()
    async for chunk in chunks:
        body += unpacker.decompress(chunk, BODY_BYTES + 1 - len(body)) if unpacker else chunk
        if len(body) > BODY_BYTES:
            return Failure("too large", "the recovery server's answer is far too large")
    return bytes(body)
