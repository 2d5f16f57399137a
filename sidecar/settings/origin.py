"""Which layer a value in force came from: environment, tool-recovery.json, pi-tool-repair.json, default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject
from sidecar.core.patch import value_at
from sidecar.paths import CONFIG_NAME, PI_TOOL_REPAIR_NAME

from .config import Config
from .declared import settings_in
from .reading import under_own_names

VARIABLES: dict[str, str] = {place: each.metadata["environment"] for place, each in settings_in(Config)}


@dataclass(frozen=True, slots=True)
class Origins:
    """`settings` and `pi_tool_repair`: the checked contents of the two files. `unsaved`: for this session."""

    settings: JsonObject
    pi_tool_repair: JsonObject
    unsaved: JsonObject
    environ: Mapping[str, str]

    def of(self, key: str) -> str:
        said = self.environ.get(VARIABLES.get(key, ""), "").strip()
        if said == "1" or (said and key.startswith("endpoint.")):
            return VARIABLES[key]
        if key.startswith("endpoint.") and self.environ.get(VARIABLES["endpoint.baseUrl"]):
            return "default"  # the file's endpoint is another one
        layers = (
            (self.unsaved, "this session"),
            (self.settings, CONFIG_NAME),
            (self.pi_tool_repair, PI_TOOL_REPAIR_NAME),
        )
        return next((name for layer, name in layers if _has(under_own_names(layer), key)), "default")


def _has(layer: JsonObject, key: str) -> bool:
    try:
        value_at(layer, tuple(key.split(".")))
    except (LookupError, TypeError):
        return False
    return True
