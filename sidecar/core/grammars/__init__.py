"""Leaked tool-call text → calls. One format a module; this tuple is the order in which they are asked."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset

from .extract import BARE, Extraction
from .extract import extract as _extract
from .formats import (
    apertus,
    cohere,
    deepseek_dsml,
    deepseek_v3,
    functionary,
    gemma,
    gemma3_toolcode,
    gigachat3,
    glm,
    gpt_oss,
    granite,
    hermes,
    internlm2,
    invoke,
    kimi_k2,
    kimi_k3,
    lfm2,
    llama3,
    llama4_pythonic,
    longcat,
    minicpm5,
    minimax_m3,
    minimax_text,
    mistral,
    nemotron,
    olmo3,
    phi4_mini,
    qwen3_coder,
    tool_calls_json,
)
from .leak import Block, Grammar, Leak
from .quotation.shown import Shown
from .reader import LeakedCall, Refused
from .settings import GrammarSettings

# Formats share openers (`<tool_call>`, `<tool_calls>`, `<function_calls>`); each looks at what follows and
# answers None where it is not its own, so order matters only where said.
GRAMMARS: tuple[Grammar, ...] = (
    hermes,
    minimax_m3,  # before invoke: "wrapper opener without the namespace marker"
    functionary,  # before qwen3_coder: reads `<function=N>{…}` as a body too
    qwen3_coder,
    deepseek_dsml,
    invoke,
    glm,
    kimi_k2,  # before deepseek_v3: both open with `<|tool_call_begin|>` once bars are ASCII
    kimi_k3,
    deepseek_v3,
    mistral,
    llama3,
    llama4_pythonic,
    gpt_oss,
    gemma,
    granite,
    tool_calls_json,
    minimax_text,
    olmo3,
    nemotron,
    longcat,
    cohere,
    apertus,
    internlm2,
    gigachat3,
    phi4_mini,
    lfm2,
    minicpm5,
    gemma3_toolcode,
)


def name_of(grammar: Grammar) -> str:
    """The family name settings and records use: the module's, with dashes."""
    return str(getattr(grammar, "__name__", "")).rpartition(".")[2].replace("_", "-")


NAMED: tuple[tuple[str, Grammar], ...] = tuple((name_of(grammar), grammar) for grammar in GRAMMARS)


def extract(
    content: Sequence[JsonObject], tools: Toolset, settings: GrammarSettings, shown: Shown | None = None
) -> Extraction:
    """The leaks of one assistant message. Accept calls by id, then take the new content from
    `Extraction.cut`.
    """
    return _extract(content, tools, settings, shown if shown is not None else Shown(), NAMED)


__all__ = [
    "BARE",
    "GRAMMARS",
    "Block",
    "Extraction",
    "Grammar",
    "GrammarSettings",
    "Leak",
    "LeakedCall",
    "Refused",
    "Shown",
    "extract",
    "name_of",
]
