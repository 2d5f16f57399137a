"""One leaked format a module; `GRAMMARS` is the order in which they are asked.

Formats share openers (`<tool_call>`, `<tool_calls>`, `<function_calls>`), and each answers None where what
follows is not its own. So the order matters only where a comment says so.
"""

from __future__ import annotations

from sidecar.core.grammars.leak import Grammar

from . import (
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
    """The family name that settings and records use: the module's, with dashes."""
    return str(getattr(grammar, "__name__", "")).rpartition(".")[2].replace("_", "-")


NAMED: tuple[tuple[str, Grammar], ...] = tuple((name_of(grammar), grammar) for grammar in GRAMMARS)
