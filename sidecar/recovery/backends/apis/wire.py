"""What all API shapes share: the values they take and give, URLs, and the meaning of an HTTP status."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

Kind: TypeAlias = Literal["unreachable", "rejected", "busy", "unreadable", "too large", "broken", "cut off"]

AGAIN_S = 1.0  # before a busy server that does not say when is asked once more
_VERSION = re.compile(r"v\d+[a-z0-9]*$")


@dataclass(frozen=True)
class Endpoint:
    """Where a recovery model listens: `api` is a key of APIS, `key` is "" for none.

    `without` names the parts of a request that this server was found not to take.
    """

    base_url: str
    model: str
    api: str
    key: str = field(default="", repr=False)
    without: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"Endpoint({self.host!r}, {self.model!r}, {self.api!r}, key={'***' if self.key else 'none'})"

    @property
    def host(self) -> str:
        """The host alone: a base URL may carry a password or a token."""
        try:
            return urlsplit(self.base_url).hostname or ""
        except ValueError:
            return ""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A POST of `body`."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, and their cost in dollars where the host says it."""

    input: int = 0
    output: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.input + other.input, self.output + other.output, self.cost + other.cost)


@dataclass(frozen=True, slots=True)
class Reply:
    """The text of an answer. `requests`: how many were sent to get it."""

    text: str
    usage: Usage = Usage()
    requests: int = 1


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no reply. `reason` never holds text from the server, which may echo a key.

    `retry_after`: seconds until it is worth asking again; None: it is not. `unsupported` names parts of the
    request to leave out when it is sent again.
    """

    kind: Kind
    reason: str
    retry_after: float | None = None
    unsupported: frozenset[str] = frozenset()
    requests: int = 1


def join_url(base: str, route: tuple[str, ...], *, version: bool) -> str:
    """`http://host`, `http://host/v1/` and `http://host/v1/chat/completions` all → the last one."""
    parts = urlsplit(base)
    steps = [step for step in parts.path.split("/") if step]
    if tuple(steps[-len(route) :]) != route:
        if version and not has_version(base):
            steps.append("v1")
        steps.extend(route)
    return urlunsplit((parts.scheme, parts.netloc, "/" + "/".join(steps), parts.query, ""))


def has_version(base: str) -> bool:
    return any(_VERSION.match(step) for step in urlsplit(base).path.split("/"))


def refused(
    status: int, headers: Mapping[str, str], body: bytes, endpoint_asked: Endpoint, sent: Mapping[str, str]
) -> Failure:
    """What an HTTP status means. `sent` maps parts that may be left out to their words in error texts."""
    reason = f"the recovery server answered with HTTP status {status}"
    if status in (400, 422):
        said = body[:20_000].decode("utf-8", "replace")
        named = frozenset(part for part, word in sent.items() if word in said)
        unsupported = named or (frozenset({"schema"}) if "schema" in sent else frozenset())
        return Failure("rejected", reason, unsupported=unsupported - endpoint_asked.without)
    if status == 404 and not has_version(endpoint_asked.base_url):
        return Failure("rejected", reason, unsupported=frozenset({"version"}) - endpoint_asked.without)
    if status in (408, 429) or status >= 500:
        said_when = retry_after(headers)
        return Failure("busy", reason, retry_after=AGAIN_S if said_when is None else said_when)
    return Failure("rejected", reason)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from a number or from a date (measured against the server's own `Date`)."""
    said = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,6}(\.\d+)?", said):
        return float(said)
    try:
        then, now = parsedate_to_datetime(said), parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (then - now).total_seconds())
    except (TypeError, ValueError):
        return None


def decoded(body: bytes) -> dict[str, Any] | None:
    """A body that is one JSON object, else None."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def used(answer: Mapping[str, Any], sent: str, received: str) -> Usage:
    """The tokens that a server counted; `sent` and `received` are its API's names for the two numbers."""
    usage = answer.get("usage")
    said = usage if isinstance(usage, dict) else {}
    return Usage(tokens(said.get(sent)), tokens(said.get(received)))


def tokens(value: object) -> int:
    """A token count as a server wrote it; 0 for anything that is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else 0


NOT_AN_ANSWER = Failure("unreadable", "the recovery server's answer is not what its API promises")
CUT_OFF = Failure("cut off", "the recovery model's answer was cut off")
