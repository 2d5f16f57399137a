"""The leaked formats, each a module or a row of `rows.ROWS`; `GRAMMARS` is the order in which they are asked.

Formats share openers (`<tool_call>`, `<tool_calls>`, `<function_calls>`), and each answers None where what
follows is not its own. So the order matters only where a comment says so.
"""

from __future__ import annotations

from sidecar.core.grammars.leak import Grammar
from sidecar.core.grammars.rows import ROWS
from sidecar.core.grammars.scan.row import Row

from . import (
    deepseek_dsml,
    deepseek_v3,
    functionary,
    gemma,
    gemma3_toolcode,
    glm,
    gpt_oss,
    hermes,
    invoke,
    kimi_k2,
    kimi_k3,
    lfm2,
    llama3,
    llama4_pythonic,
    minicpm5,
    minimax_m3,
    minimax_text,
    mistral,
    qwen3_coder,
    tool_tags,
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
    minimax_text,
    lfm2,
    minicpm5,
    gemma3_toolcode,
    *ROWS,
    tool_tags,  # last: its tags may have any name
)


def name_of(grammar: Grammar) -> str:
    """The family name that settings and records use: the row's, or the module's with dashes."""
    if isinstance(grammar, Row):
        return grammar.name
    return str(getattr(grammar, "__name__", "")).rpartition(".")[2].replace("_", "-")


def about(grammar: Grammar) -> str:
    """The form of a format and who writes it: what its row says, or the first paragraph of its module."""
    if isinstance(grammar, Row):
        return grammar.about
    return " ".join((grammar.__doc__ or "").partition("\n\n")[0].split())


NAMED: tuple[tuple[str, Grammar], ...] = tuple((name_of(grammar), grammar) for grammar in GRAMMARS)
