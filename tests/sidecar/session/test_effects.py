from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.blocks import Effect
from sidecar.session.effects import effect


@pytest.mark.parametrize(
    ("name", "source", "annotations", "configured", "want"),
    [
        pytest.param("read", "builtin", None, None, "read", id="a builtin that reads"),
        pytest.param("bash", "builtin", None, None, "write", id="a builtin that writes"),
        pytest.param("read", None, None, None, "read", id="a builtin's name, source unknown"),
        pytest.param("read", "extension", None, None, "write", id="an extension's tool of a builtin's name"),
        pytest.param("q", "mcp", {"readOnlyHint": True}, None, "read", id="MCP says it reads"),
        pytest.param(
            "q", "mcp", {"readOnlyHint": True, "destructiveHint": True}, None, "write", id="MCP says both"
        ),
        pytest.param("q", "mcp", {"readOnlyHint": "yes"}, None, "write", id="a hint that is no boolean"),
        pytest.param("q", "mcp", None, None, "write", id="unknown"),
        pytest.param("bash", "builtin", None, "read", "read", id="the user's word first"),
    ],
)
def test_effect(
    name: str, source: str | None, annotations: Any, configured: Effect | None, want: Effect
) -> None:
    assert effect(name, source, annotations, configured) == want
