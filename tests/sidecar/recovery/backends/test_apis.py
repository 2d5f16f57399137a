"""Every table of tests/cases/apis: recorded bodies replayed, URLs built, requests held to their shape."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from sidecar.recovery.backends.apis import APIS, read
from sidecar.recovery.backends.apis.wire import Failure, Reply
from sidecar.recovery.prompt.question import Prompt, build
from tests.places import CASES
from tests.sidecar.recovery.toolbox import endpoint, question

TABLES = [tomllib.loads(path.read_text("utf-8")) for path in sorted((CASES / "apis").glob("*.toml"))]
KEY = "sk-secret"


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(table["api"], case, id=f"{table['api']}: {case['name']}")
        for table in TABLES
        for case in table.get(kind, [])
    ]


def prompt() -> Prompt:
    return build(question({"name": "write", "arguments": {"filename": "a", "text": "b"}}))


def test_every_api_has_a_table() -> None:
    assert sorted(table["api"] for table in TABLES) == sorted(APIS)


@pytest.mark.parametrize(("api", "case"), cases("urls"))
def test_url(api: str, case: dict[str, Any]) -> None:
    asked = endpoint(case["base"], api=api)
    assert APIS[api].build(prompt(), asked, True).url == case["want"]


@pytest.mark.parametrize(("api", "case"), cases("replies"))
def test_reply(api: str, case: dict[str, Any]) -> None:
    reply = read(200, {}, case["body"].encode(), endpoint("http://h", api=api), True)
    assert isinstance(reply, Reply)
    assert reply.text == case["text"]
    assert [reply.usage.input, reply.usage.output] == case.get("usage", [0, 0])


@pytest.mark.parametrize(("api", "case"), cases("failures"))
def test_failure(api: str, case: dict[str, Any]) -> None:
    headers = case.get("headers", {})
    asked = endpoint("http://h/v1", api=api, key=KEY)
    failure = read(case.get("status", 200), headers, case["body"].encode(), asked, True)
    assert isinstance(failure, Failure)
    assert failure.kind == case["kind"]
    assert failure.retry_after == case.get("retry_after")
    assert failure.unsupported == set(case.get("unsupported", []))
    assert KEY not in failure.reason


@pytest.mark.parametrize("api", sorted(APIS))
def test_no_key_means_no_authorization(api: Any) -> None:
    bare = APIS[api].build(prompt(), endpoint("http://h", api=api), True)
    assert {"authorization", "x-api-key"}.isdisjoint(bare.headers)
    signed = APIS[api].build(prompt(), endpoint("http://h", api=api, key=KEY), True)
    assert any(KEY in value for value in signed.headers.values())
    assert KEY not in repr(signed)
    assert KEY not in signed.body.decode()


@pytest.mark.parametrize("api", sorted(APIS))
def test_the_schema_travels_only_when_constrained(api: Any) -> None:
    asked = endpoint("http://h", api=api)
    held = json.loads(APIS[api].build(prompt(), asked, True).body)
    free = json.loads(APIS[api].build(prompt(), asked, False).body)
    assert json.dumps(prompt().schema) in json.dumps(held)
    assert "$defs" not in json.dumps(free)
    assert held["temperature"] == 0


def test_a_newer_model_gets_the_other_names() -> None:
    asked = replace(endpoint("http://h"), without=frozenset({"max_tokens", "temperature"}))
    body = json.loads(APIS["openai-completions"].build(prompt(), asked, True).body)
    assert "max_tokens" not in body
    assert "temperature" not in body
    assert body["max_completion_tokens"] > 0


def test_an_endpoint_never_shows_its_secrets() -> None:
    shown = repr(endpoint("https://user:hunter2@h/v1?token=t0p", key=KEY))
    assert KEY not in shown
    assert "hunter2" not in shown
    assert "t0p" not in shown
