"""OpenAI Chat Completions, as spoken by most servers: `response_format` constrains where it is taken."""

from __future__ import annotations

import json
from typing import Any

from sidecar.recovery.prompt.question import Prompt

from .wire import CUT_OFF, NOT_AN_ANSWER, Endpoint, Failure, HttpRequest, Reply, decoded, join_url, used

ROUTE = ("chat", "completions")
OPTIONAL = {"temperature": "temperature", "max_tokens": "max_tokens", "schema": "response_format"}


def build(prompt: Prompt, endpoint: Endpoint, constrained: bool) -> HttpRequest:
    """The request for `prompt`, its answer held to the prompt's schema where `constrained`."""
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": prompt.user},
        ],
        "stream": False,
    }
    if "temperature" not in endpoint.without:
        body["temperature"] = 0
    limit = "max_completion_tokens" if "max_tokens" in endpoint.without else "max_tokens"
    body[limit] = prompt.max_tokens
    if constrained and "schema" not in endpoint.without:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "tool_call", "strict": True, "schema": prompt.schema},
        }
    headers = {"content-type": "application/json", "accept": "application/json"}
    if endpoint.key:
        headers["authorization"] = f"Bearer {endpoint.key}"
    url = join_url(endpoint.base_url, ROUTE, version="version" not in endpoint.without)
    return HttpRequest(url, headers, json.dumps(body).encode())


def read(body: bytes) -> Reply | Failure:
    """The model's text and use of tokens. Reasoning fields are no answer."""
    answer = decoded(body)
    choices = answer.get("choices") if answer else None
    if answer is None or not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return NOT_AN_ANSWER
    message = choices[0].get("message")
    text = _text(message) if isinstance(message, dict) else ""
    if choices[0].get("finish_reason") == "length":
        return CUT_OFF
    if not text.strip():
        return NOT_AN_ANSWER
    return Reply(text, used(answer, "prompt_tokens", "completion_tokens"))


def _text(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
        content = "".join(str(part.get("text", "")) for part in parts)
    if isinstance(content, str) and content.strip():
        return content
    calls = message.get("tool_calls")
    if isinstance(calls, list) and len(calls) == 1 and isinstance(calls[0], dict):
        return json.dumps(calls[0].get("function"))
    return ""
