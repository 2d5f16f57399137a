"""pi's builtin tools, for sessions that do not declare theirs. scripts/builtin-tools writes the table."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from sidecar.core.toolset import Toolset
from sidecar.session.core_input import toolset
from sidecar.settings.config import Config


@cache
def builtin_tools() -> tuple[dict[str, Any], ...]:
    text = resources.files(__package__).joinpath("builtin_tools.json").read_text("utf-8")
    return tuple(json.loads(text)["tools"])


def builtin_toolset() -> Toolset:
    return toolset(builtin_tools(), Config())
