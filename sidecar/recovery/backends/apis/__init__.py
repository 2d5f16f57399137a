"""One API shape per file, pure: a prompt → an HTTP request, an HTTP answer → a reply or a failure.

`build` makes the request and `read` reads the body of a success. OPTIONAL: the parts of a request that may be
left out, each with the word by which a server's error text names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from . import anthropic_messages, openai_chat
from .wire import Endpoint, Failure, Reply, refused

APIS: Mapping[str, ModuleType] = {
    "openai-completions": openai_chat,
    "anthropic-messages": anthropic_messages,
}


def read(
    status: int, headers: Mapping[str, str], body: bytes, endpoint: Endpoint, constrained: bool
) -> Reply | Failure:
    """What `endpoint` answered to a request whose answer was `constrained` by a schema or not."""
    api = APIS[endpoint.api]
    if status != 200:
        sent = {part: word for part, word in api.OPTIONAL.items() if constrained or part != "schema"}
        return refused(status, headers, body, endpoint, sent)
    answer: Reply | Failure = api.read(body)
    return answer
