"""The recovery endpoint of a file and of the environment: where it is, which API, which key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sidecar.settings.config import Endpoint
from sidecar.settings.reading import read
from sidecar.settings.store import ConfigStore

OPENAI, ANTHROPIC = "openai-completions", "anthropic-messages"


def endpoint(environ: dict[str, str] | None = None, **said: Any) -> Endpoint | None:
    return read({"endpoint": said}, {}, environ or {}).endpoint


@pytest.mark.parametrize(
    ("base_url", "api"),
    [
        ("https://api.anthropic.com", ANTHROPIC),
        ("https://API.Anthropic.com/v1", ANTHROPIC),
        ("https://anthropic.com:8443", ANTHROPIC),
        ("https://host.test/api/anthropic", ANTHROPIC),
        ("https://host.test/anthropic/v1/", ANTHROPIC),
        ("https://host.test/v1/messages", ANTHROPIC),
        ("https://notanthropic.example", OPENAI),
        ("https://notanthropic.com", OPENAI),
        ("https://anthropic.com.example", OPENAI),
        ("https://host.test/anthropic-compatible/v1", OPENAI),
        ("https://host.test/v1?via=anthropic", OPENAI),
        ("https://host.test/messages/v1", OPENAI),
        ("http://127.0.0.1:11434", OPENAI),
    ],
)
def test_the_api_is_told_from_whole_words_of_the_address(base_url: str, api: str) -> None:
    for found in (endpoint(baseUrl=base_url), endpoint({"TOOLRECOVERY_BASE_URL": base_url})):
        assert found
        assert found.api == api


def test_an_api_that_is_said_is_not_told_from_the_address() -> None:
    said = endpoint(baseUrl="https://api.anthropic.com", api=OPENAI)
    assert said == Endpoint("https://api.anthropic.com", api=OPENAI)
    variable = endpoint({"TOOLRECOVERY_API": f"{ANTHROPIC}\n"}, baseUrl="https://host.test", api=OPENAI)
    assert variable == Endpoint("https://host.test", api=ANTHROPIC)


@pytest.mark.parametrize("space", ["\n", "\r\n", " ", "\t"], ids=["newline", "CRLF", "blank", "tab"])
def test_white_space_behind_a_value_is_no_part_of_it(space: str) -> None:
    want = Endpoint("https://host.test/v1", "key", "model")
    values = {"baseUrl": want.base_url, "apiKey": "key", "modelId": "model"}
    assert endpoint(**{name: value + space for name, value in values.items()}) == want
    variables = {"BASE_URL": want.base_url, "API_KEY": "key", "MODEL_ID": "model"}
    environ = {f"TOOLRECOVERY_{name}": value + space for name, value in variables.items()}
    assert endpoint(environ) == want


@pytest.mark.parametrize("blank", ["", " ", "\n"], ids=["empty", "blank", "newline"])
def test_a_blank_value_is_none(blank: str) -> None:
    assert endpoint(baseUrl="http://h", apiKey=blank, modelId=blank) == Endpoint("http://h")
    assert endpoint({"TOOLRECOVERY_BASE_URL": blank}, baseUrl="http://h") == Endpoint("http://h")


@pytest.mark.parametrize("base", ["http://", "http://h:99999", "http://[x", "https:///v1", "http://h:0"])
def test_an_address_without_a_host_is_said_and_not_used(tmp_path: Path, base: str) -> None:
    faults: list[str] = []
    (tmp_path / "tool-recovery.json").write_text(json.dumps({"endpoint": {"baseUrl": base}}))
    assert ConfigStore(tmp_path, {}, faults.append).current.endpoint is None
    said = "must name a host, and a port only up to 65535"
    assert faults == [f"tool-recovery.json: endpoint.baseUrl {said}"]
    faults.clear()
    store = ConfigStore(tmp_path / "none", {"TOOLRECOVERY_BASE_URL": base}, faults.append)
    assert store.current.endpoint is None
    assert faults == [f"TOOLRECOVERY_BASE_URL {said}; it is ignored"]


@pytest.mark.parametrize("secret", ["sk-\nsecret", "sk-sécret", "sk-\x00secret"], ids=["newline", "é", "NUL"])
def test_a_key_that_no_header_can_carry_is_said_without_the_key(tmp_path: Path, secret: str) -> None:
    faults: list[str] = []
    said = {"endpoint": {"baseUrl": "http://h", "apiKey": secret}}
    (tmp_path / "tool-recovery.json").write_text(json.dumps(said))
    store = ConfigStore(tmp_path, {"TOOLRECOVERY_API_KEY": secret}, faults.append)
    assert store.current.endpoint == Endpoint("http://h")
    assert sorted(faults) == [
        "TOOLRECOVERY_API_KEY holds characters that no key has; it is ignored",
        "tool-recovery.json: endpoint.apiKey holds characters that no key has",
    ]
