"""How large a call may be to ask about it; for a larger one pi's own error stands.

The time for making a prompt and for judging its answer grows with the call, and a person waits. Bounds on the
call bound both; raw_tracing.py also counts its steps.
"""

from __future__ import annotations

from sidecar.core.blocks import JsonValue, ToolCall

from .references import call_value
from .values import LITERAL_CHARS, walk

RAW_CHARS = 500_000  # of malformed text, every character of which is accounted for
CALL_CHARS = 4_000_000  # of all texts of a call
TEXTS = 200_000  # characters of texts that may be JSON or Python, and are short enough to be read as either
PARTS = 20_000  # values and containers of a call

TOO_LARGE = "the call is too large to ask about"


def too_large(call: ToolCall) -> bool:
    """Whether `call` is beyond what may be asked about. Raises TooLargeError for one nested too deep."""
    if call.raw is not None and len(call.raw) > CALL_CHARS:
        return True
    value = call_value(call)
    if value is None:
        return call.raw is not None and len(call.raw) > RAW_CHARS
    return _is_too_large(value)


def _is_too_large(value: JsonValue) -> bool:
    characters = readable = 0
    for parts, (_, here) in enumerate(walk(value), 1):
        if isinstance(here, dict):
            characters += sum(len(key) for key in here)
        elif isinstance(here, str):
            characters += len(here)
            if len(here) <= LITERAL_CHARS and here.lstrip()[:1] in ("{", "["):
                readable += len(here)
        if parts > PARTS or characters > CALL_CHARS or readable > TEXTS:
            return True
    return False
