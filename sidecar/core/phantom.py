"""A turn that stopped for tools and holds none: some servers lose the call, some models stop before it."""

from __future__ import annotations

from .blocks import JsonObject

# The model reads it as the next message. No word in it may look like a failure that pi would retry by itself.
NOTE = (
    "Your reply stopped in order to call a tool, but it held no tool call. "
    "Make the call now. If none is needed, say so and give your answer."
)


def is_phantom(message: JsonObject) -> bool:
    return message.get("stopReason") == "toolUse" and not _has(message, "toolCall")


def says_nothing(message: JsonObject) -> bool:
    """Whether the message has no visible text."""
    return not _has(message, "text")


def _has(message: JsonObject, kind: str) -> bool:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    return any(
        isinstance(block, dict)
        and block.get("type") == kind
        and (kind != "text" or block.get("text", "").strip())
        for block in blocks
    )
