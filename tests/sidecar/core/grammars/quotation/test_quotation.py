"""What is quoted, and what the model was shown, never becomes a call."""

from __future__ import annotations

import html
import json

import pytest

from sidecar.core.blocks import Tool
from sidecar.core.grammars import Extraction, GrammarSettings, Shown, extract
from sidecar.core.toolset import Toolset

SCHEMA = {"type": "object", "properties": {"line": {"type": "string"}}, "required": ["line"]}
TOOLS = Toolset([Tool("shell", SCHEMA)])
CALL = '<tool_call>\n{"name": "shell", "arguments": {"line": "make all"}}\n</tool_call>'
QUOTED = {
    "backtick fence": f"```\n{CALL}\n```",
    "tilde fence": f"~~~xml\n{CALL}\n~~~",
    "longer fence around a fence": f"````\n```\n{CALL}\n```\n````",
    "fence that never closes": f"```\n{CALL}",
    "fence in a list": f"- see\n  ```\n{CALL}\n  ```",
    "inline code": f"So `{CALL}`",
    "inline code of two backticks": f"So `` {CALL} ``",
    "indented code": "\n".join("    " + line for line in CALL.splitlines()),
    "block quote": "\n".join("> " + line for line in CALL.splitlines()),
    "comment": f"<!--\n{CALL}\n-->",
    "preformatted HTML": f"<pre>\n{CALL}\n</pre>",
    "entities": html.escape(CALL),
    "diff": "@@ -1 +1,3 @@\n" + "\n".join("+" + line for line in CALL.splitlines()),
    "triple quotes": f'The issue:\n\n"""\n\n{CALL}\n\n"""',
    "list item": f"- {CALL}",
    "transcript": f"User: build it\nAssistant:\n{CALL}",
    "thinking": f"<think>\n{CALL}\n</think>\nDone.",
    "thinking that never ends": f"<think>\n{CALL}",
    "example": f"For example:\n{CALL}",
    "prose after it on the line": f"{CALL} is the wire format.",
    "a question after it": f"{CALL}\nShall I go on?",
    "an essay after it": f"{CALL}\n" + "Much more is said here. " * 40,
}


def run(text: str, settings: GrammarSettings | None = None, shown: Shown | None = None) -> Extraction:
    used = settings or GrammarSettings(enabled=True)
    return extract([{"type": "text", "text": text}], TOOLS, used, shown)


@pytest.mark.parametrize("name", QUOTED)
def test_quoted(name: str) -> None:
    found = run(QUOTED[name])
    assert not found.calls
    assert found.cut(set()) == [{"type": "text", "text": QUOTED[name]}]


def test_a_fence_that_closed_before_hides_nothing() -> None:
    assert len(run(f"```\nls\n```\n\nBuilding now.\n{CALL}").calls) == 1


@pytest.mark.parametrize("form", [str, html.escape, json.dumps, lambda text: text.replace("\n", "\n    | ")])
def test_a_call_shown_to_the_model_does_not_run(form: object) -> None:
    shown = Shown()
    shown.add("A page. " + form(CALL))  # type: ignore[operator]
    assert not run(CALL, shown=shown).calls
    assert run(CALL.replace("make all", "make test"), shown=shown).calls


def test_what_was_shown_is_bounded_and_the_oldest_goes_first() -> None:
    shown = Shown(kept=1_000)
    shown.add(CALL)
    assert shown.contains(CALL)
    shown.add("x y z " * 200)
    assert not shown.contains(CALL)


def test_strip_mode_removes_markup_and_runs_nothing() -> None:
    found = run(f"Building.\n{CALL}", GrammarSettings(enabled=True, mode="strip"))
    assert not found.calls
    assert found.cut(set()) == [{"type": "text", "text": "Building."}]


@pytest.mark.parametrize("token", ["<|im_end|>", "</s>", "<｜DSML｜tool_calls", "<|tool_calls_section_be"])
def test_control_tokens_at_the_end_go_and_mentions_stay(token: str) -> None:
    assert run(f"All done.{token}").cut(set()) == [{"type": "text", "text": "All done."}]
    mention = f"The last token is {token}"
    assert run(mention).cut(set()) == [{"type": "text", "text": mention}]


def test_thinking_runs_only_when_configured_and_nothing_else_was_said() -> None:
    thought = {"type": "thinking", "thinking": f"I will build.\n{CALL}"}
    final = GrammarSettings(enabled=True, thinking="final")
    assert not extract([thought], TOOLS, GrammarSettings(enabled=True)).calls
    assert len(extract([thought], TOOLS, final).calls) == 1
    assert not extract([thought, {"type": "text", "text": "Done."}], TOOLS, final).calls


def test_a_native_twin_is_cut_and_not_run_again() -> None:
    native = {"type": "toolCall", "id": "1", "name": "shell", "arguments": {"line": "make all"}}
    found = extract([{"type": "text", "text": CALL}, native], TOOLS, GrammarSettings(enabled=True))
    assert [call.duplicate for call in found.calls] == [True]
    assert found.cut(set()) == [native]


UNITS = (
    '{"name": "x\n', '<tool_call>\n{"name": "x\n', "<tool_call>", "```\n~~~\n", '<invoke name="shell">\n',
    "<function=shell>\n<parameter=line>\n", '<tool_call>{"a":[[[', "[TOOL_CALLS]", "</think>", "`<tool_call>",
    "</s>", "<!-- ",
)  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_adversarial_text_ends(unit: str) -> None:
    assert not run(unit * (300_000 // len(unit))).calls
