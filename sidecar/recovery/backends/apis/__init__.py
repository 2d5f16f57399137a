"""One API shape per file, pure: a prompt → an HTTP request, an HTTP answer → a reply or a failure."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from . import anthropic_messages, openai_chat

APIS: Mapping[str, ModuleType] = {
    "openai-completions": openai_chat,
    "anthropic-messages": anthropic_messages,
}
