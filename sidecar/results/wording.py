"""What may be added to an error: short, not said already, and no words at which pi retries the turn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from sidecar.core.blocks import JsonValue

LONGEST_BLOCK = 1_200  # characters
LONGEST_LINE = 400

# pi retries a whole turn where an error text has one of these (pi-ai utils/retry.js), whoever quoted it.
_FORBIDDEN = re.compile(
    r"(?<![a-z0-9])[1-5]\d\d(?![a-z0-9])|time.?out|timed? out|overloaded"
    r"|rate.?limit|too many (?:requests|tokens)"
    r"|(?:server|internal|network|connection).?error|connection.?(?:refused|lost|closed|reset)|unavailable"
    r"|server.?busy|currently busy|high demand|at capacity|returned.?(?:an.?)?error|request buffer limit"
    r"|upstream|was interrupted|stream (?:failed|ended|disconnected)|other side closed|fetch failed"
    r"|request to \S+ failed|getaddrinfo|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|reset before headers"
    r"|hang up|connection was closed|terminated|websocket|ended without|did not get a response"
    r"|cut short after|has been canceled|retry delay|retry your request|try your request again"
    r"|ResourceExhausted|sharing_us|quota|billing|out of budget|usage limit|context.?(?:window|length)"
    r"|prompt (?:is )?too long|token limit|too large",
    re.IGNORECASE,
)

# A server's advice in words that are not forbidden; what stays forbidden after this is left out.
_SOFTER = (
    (re.compile(r"\b(?:HTTP|status|code|status code)[ :=]*[1-5]\d\d\b[ :,]*", re.IGNORECASE), ""),
    (re.compile(r"\btime-?out\b", re.IGNORECASE), "time limit"),
    (re.compile(r"\btimed out\b", re.IGNORECASE), "took too long"),
    (re.compile(r"\brate[ -]?limit(ed)?\b", re.IGNORECASE), "call limit"),
    (re.compile(r"\btoo many requests\b", re.IGNORECASE), "too many calls"),
    (re.compile(r"\b(?:internal|internal server|server) error\b", re.IGNORECASE), "fault of the server"),
    (re.compile(r"\b(?:temporarily )?unavailable\b", re.IGNORECASE), "not there for now"),
    (re.compile(r"\bquota\b", re.IGNORECASE), "allowance"),
)
_NO_LETTER = re.compile(r"[\W_]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def allowed(text: str) -> bool:
    return _FORBIDDEN.search(text) is None


def quoted(text: str, longest: int = LONGEST_LINE) -> str:
    """Someone else's words as one line: softened, cut, or empty where they cannot be said."""
    line = " ".join(_CONTROL.sub(" ", text[: 4 * longest]).split())
    for pattern, softer in _SOFTER:
        line = pattern.sub(softer, line)
    line = line if len(line) <= longest else line[: longest - 1].rsplit(" ", 1)[0] + "…"
    return line if allowed(line) else ""


def compact(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def essence(text: str) -> str:
    """Letters and digits only, in lower case: for comparing texts that differ in layout."""
    return _NO_LETTER.sub("", text.lower())


class Said:
    """The text the model was already shown."""

    def __init__(self, text: str) -> None:
        self._essence = essence(text)

    def has(self, text: str) -> bool:
        return essence(text) in self._essence


def block(lines: Iterable[str], said: Said) -> str | None:
    """The lines worth saying, the first ones first, as far as they fit; None where there are none."""
    kept: list[str] = []
    room = LONGEST_BLOCK
    for line in lines:
        if not line or not essence(line) or said.has(line) or not allowed(line) or line in kept:
            continue
        if len(line) + 1 <= room:
            kept.append(line)
            room -= len(line) + 1
    return "\n".join(kept) or None
