"""Anthropic Messages: a single forced tool, whose input is the answer, constrains it."""

from __future__ import annotations

import json
from typing import Any

from sidecar.recovery.prompt.question import Prompt

from .wire import CUT_OFF, NOT_AN_ANSWER, Endpoint, Failure, HttpRequest, Reply, decoded, join_url, used

ROUTE = ("messages",)
VERSION = "2023-06-01"
ANSWER_TOOL = "corrected_call"
OPTIONAL = {"temperature": "temperature", "schema": "tool"}


def build(prompt: Prompt, endpoint: Endpoint, constrained: bool) -> HttpRequest:
    """The request for `prompt`, its answer the input of one forced tool where `constrained`."""
    body: dict[str, Any] = {
        "model": endpoint.model,
        "max_tokens": prompt.max_tokens,
        "system": prompt.system,
        "messages": [{"role": "user", "content": prompt.user}],
    }
    if "temperature" not in endpoint.without:
        body["temperature"] = 0
    if constrained and "schema" not in endpoint.without:
        tool = {"name": ANSWER_TOOL, "description": "The corrected call.", "input_schema": prompt.schema}
        body["tools"] = [tool]
        body["tool_choice"] = {"type": "tool", "name": ANSWER_TOOL}
    headers = {
        "content-type": "application/json",
        "accept": "application/json",
        "anthropic-version": VERSION,
    }
    if endpoint.key:
        headers["x-api-key"] = endpoint.key
    url = join_url(endpoint.base_url, ROUTE, version="version" not in endpoint.without)
    return HttpRequest(url, headers, json.dumps(body).encode())


def read(body: bytes) -> Reply | Failure:
    """The forced tool's input as JSON text, or the text blocks. Thinking blocks are no answer."""
    answer = decoded(body)
    content = answer.get("content") if answer else None
    if answer is None or not isinstance(content, list):
        return NOT_AN_ANSWER
    if answer.get("stop_reason") == "max_tokens":
        return CUT_OFF
    blocks = [block for block in content if isinstance(block, dict)]
    inputs = [block.get("input") for block in blocks if block.get("type") == "tool_use"]
    texts = [str(block.get("text", "")) for block in blocks if block.get("type") == "text"]
    text = json.dumps(inputs[0]) if len(inputs) == 1 else "".join(texts)
    if not text.strip():
        return NOT_AN_ANSWER
    return Reply(text, used(answer, "input_tokens", "output_tokens"))
