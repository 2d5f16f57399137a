"""`/toolrecovery strict`, and what status and doctor say of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from sidecar import commands
from sidecar.commands.context import CommandContext
from sidecar.commands.doctor.server import server
from sidecar.recovery import answers
from sidecar.session.host import SessionFacts
from sidecar.settings.store import ConfigStore


@pytest.fixture
def context(tmp_path: Path) -> CommandContext:
    facts = SessionFacts(model="qwen2.5", base_url="http://127.0.0.1:1/v1")
    models = [{"provider": "own", "id": "kimi-k2"}]
    return CommandContext(ConfigStore(tmp_path, {}), facts=facts, models=models)


def say(context: CommandContext, args: str) -> str:
    return commands.run(context, "toolrecovery", args).text


def models(context: CommandContext) -> tuple[str, ...]:
    return context.store.current.strict.models


def test_on_and_off_for_the_sessions_model(context: CommandContext) -> None:
    assert say(context, "strict") == "strict is off. Usage: strict on|off [MODEL]"
    assert say(context, "strict on") == "the tools of qwen2.5 are marked strict from the next request on"
    assert models(context) == (r"qwen2\.5",)
    say(context, "strict on")
    assert models(context) == (r"qwen2\.5",)
    assert say(context, "strict").startswith("strict is on for qwen2.5.")
    assert "strict tools: on for qwen2.5" in say(context, "status")
    assert say(context, "strict off") == "the tools of qwen2.5 are as pi made them"
    assert models(context) == ()
    assert "strict tools" not in say(context, "status")


def test_a_model_by_its_name(context: CommandContext) -> None:
    say(context, "strict on kimi-k2")
    assert models(context) == ("kimi-k2",)
    assert say(context, "strict").startswith("strict is off for qwen2.5.")
    say(context, "strict off kimi-k2")
    assert models(context) == ()


def test_a_broader_entry_is_named_and_stays(context: CommandContext) -> None:
    context.store.save({"strict": {"models": ["qwen"]}})
    reply = commands.run(context, "toolrecovery", "strict off qwen2.5")
    assert reply.level == "warning"
    assert "qwen2.5 stays on by qwen in strict.models" in reply.text
    assert models(context) == ("qwen",)


@pytest.mark.parametrize("args", ["strict please", "strict on a b", "strict onn qwen"])
def test_other_words_change_nothing(context: CommandContext, args: str) -> None:
    reply = commands.run(context, "toolrecovery", args)
    assert (reply.text, reply.level) == ("Usage: strict on|off [MODEL]", "warning")
    assert models(context) == ()


def test_without_a_model_or_at_a_vendor(context: CommandContext) -> None:
    context.facts.model = ""
    assert "strict on MODEL" in say(context, "strict on")
    context.facts.wrote("gpt", "https://api.openai.com/v1", False)
    assert "there pi decides what is strict" in say(context, "strict on")
    assert models(context) == ()


def test_a_refused_model_is_said_to_be_off(context: CommandContext) -> None:
    say(context, "strict on")
    context.facts.strict_refused.add("qwen2.5")
    assert "whose server refused it" in say(context, "strict")


def test_words_that_may_follow(context: CommandContext) -> None:
    assert [word.name for word in commands.complete(context, "strict o")] == ["on", "off"]
    assert [word.name for word in commands.complete(context, "strict on ")] == ["qwen2.5", "kimi-k2"]


class Asked(BaseHTTPRequestHandler):
    says: Mapping[str, Any] = {}

    def do_GET(self) -> None:
        answer = self.says.get(self.path)
        body = json.dumps(answer).encode() if not isinstance(answer, bytes) else answer
        self.send_response(404 if answer is None else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Asked) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_port}/v1"
        listening.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("says", "named"),
    [
        ({"/version": {"version": "0.31.0"}}, "vLLM 0.31.0"),
        (
            {"/get_server_info": {"version": "0.9", "tool_call_parser": "qwen25", "grammar_backend": "xg"}},
            "SGLang 0.9, tool parser qwen25, grammar backend xg",
        ),
        (
            {"/props": {"build_info": "b6000", "chat_template": "{% if tools %}"}},
            "llama.cpp b6000, which holds calls",
        ),
        ({"/api/version": {"version": "0.20.1"}}, "Ollama 0.20.1"),
        ({"/version": b"no JSON", "/props": [1], "/api/version": b"\xff"}, "it does not say what it is"),
        ({}, "it does not say what it is"),
    ],
    ids=["vllm", "sglang", "llama.cpp", "ollama", "other answers", "none"],
)  # fmt: skip
def test_doctor_says_what_the_server_is(
    context: CommandContext,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    says: Mapping[str, Any],
    named: str,
) -> None:
    monkeypatch.setattr(Asked, "says", says)
    context.facts.base_url = address
    first = next(server(context))
    assert first.ok
    assert named in first.text


@pytest.mark.parametrize(
    ("says", "remedy"),
    [
        ({"/get_server_info": {"version": "0.9", "tool_call_parser": None}}, "--tool-call-parser"),
        ({"/props": {"chat_template": "{{ messages }}"}}, "--chat-template-file"),
    ],
)
def test_doctor_says_what_to_change(
    context: CommandContext,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    says: Mapping[str, Any],
    remedy: str,
) -> None:
    monkeypatch.setattr(Asked, "says", says)
    context.facts.base_url = address
    first = next(server(context))
    assert not first.ok
    assert remedy in first.remedy


def test_doctor_asks_no_vendor_and_nobody_before_the_first_message(context: CommandContext) -> None:
    for address in ("", "https://api.openai.com/v1"):
        context.facts.base_url = address
        assert list(server(context)) == []


def test_a_server_that_is_not_there_answers_nothing() -> None:
    assert answers("http://127.0.0.1:1/v1") == {}
    assert answers("http://[") == {}
