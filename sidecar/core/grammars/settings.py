"""What may be extracted: pi-tool-repair's names and meanings, with our grammars added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# pi-tool-repair's name → our grammars that it covers
ALIASES: dict[str, tuple[str, ...]] = {
    "dsml": ("deepseek-dsml",),
    "invoke": ("invoke", "minimax-m3"),
    "qwen": ("hermes", "qwen3-coder"),
    "kimi": ("kimi-k2", "kimi-k3"),
    "mistral": ("mistral", "bare"),
    "llama": ("llama3", "llama4-pythonic", "functionary", "bare"),
    "glm": ("glm",),
    "granite": ("granite",),
    "minimax-text": ("minimax-text",),
    "olmo": ("olmo3",),
}


@dataclass(frozen=True, slots=True)
class GrammarSettings:
    """`grammars` None: all. `thinking` "final": read thinking of turns without text and calls."""

    enabled: bool = False
    mode: Literal["recover", "strip"] = "recover"
    require_known_tool: bool = True
    grammars: frozenset[str] | None = None
    thinking: Literal["never", "final"] = "never"

    def allowed(self, grammar: str) -> bool:
        """Whether the grammar of that name may be read."""
        if self.grammars is None or grammar in self.grammars:
            return True
        return any(grammar in ALIASES.get(name, ()) for name in self.grammars)
