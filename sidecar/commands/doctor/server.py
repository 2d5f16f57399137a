"""The server of the session's model: what it is, and whether it holds calls to their schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sidecar.commands.context import CommandContext
from sidecar.core.printable import one_line
from sidecar.core.requests.strict import is_vendors
from sidecar.recovery import answers
from sidecar.settings.view import without_userinfo

from .finding import Finding

_WORD_SHOWN = 60  # characters


def server(context: CommandContext) -> Iterator[Finding]:
    """Nothing before the model's first message, or at a vendor's address."""
    facts = context.facts
    if not facts.base_url or is_vendors(facts.base_url):
        return
    known = answers(facts.base_url)
    name, remedy = _named(known)
    yield Finding(not remedy, f"{facts.model} at {without_userinfo(facts.base_url)}: {name}", remedy)
    if facts.model in facts.strict_refused:
        off = f"/toolrecovery strict off {facts.model}"
        yield Finding(False, "that server refused tools that are marked strict", off)
    elif facts.strict_mode:
        yield Finding(True, "pi marks its own tools strict there (compat.supportsStrictMode)")
    elif context.store.current.marks_strict(facts.model):
        yield Finding(True, f"the tools of {facts.model} are marked strict")
    elif known:
        on = f"/toolrecovery strict on {facts.model}"
        yield Finding(True, f"tools are not marked strict there; {on} lets it hold calls to their schema")


def _named(known: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """What the server is, in words, and what to change on it, "" where nothing is known to be wrong."""
    if "/get_server_info" in known:
        return _sglang(known["/get_server_info"])
    if "/props" in known:
        return _llama_cpp(known["/props"])
    if "/api/version" in known:
        return f"Ollama {_word(known['/api/version'], 'version')}, which holds no call to its schema", ""
    if "/version" in known:
        return f"vLLM {_word(known['/version'], 'version')}, or one that answers as it does", ""
    return "it does not say what it is", ""


def _sglang(info: Mapping[str, Any]) -> tuple[str, str]:
    said = f"SGLang {_word(info, 'version')}".rstrip()
    parser, backend = _word(info, "tool_call_parser"), _word(info, "grammar_backend")
    if not parser:
        return f"{said} without a tool parser, so calls come as text", "start it with --tool-call-parser"
    return f"{said}, tool parser {parser}" + (f", grammar backend {backend}" if backend else ""), ""


def _llama_cpp(props: Mapping[str, Any]) -> tuple[str, str]:
    said = f"llama.cpp {_word(props, 'build_info')}".rstrip()
    template = props.get("chat_template")
    if isinstance(template, str) and "tools" not in template and not props.get("chat_template_tool_use"):
        remedy = "give it another: --jinja --chat-template-file FILE"
        return f"{said} with a chat template that knows no tools", remedy
    return f"{said}, which holds calls to their schema by itself when started with --jinja", ""


def _word(answer: Mapping[str, Any], key: str) -> str:
    value = answer.get(key)
    return one_line(value)[:_WORD_SHOWN] if isinstance(value, str) else ""
