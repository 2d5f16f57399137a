"""Which layer a value in force came from: environment, tool-recovery.json, pi-tool-repair.json, default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject
from sidecar.paths import CONFIG_NAME, PI_TOOL_REPAIR_NAME

ENDPOINT = {
    "endpoint.baseUrl": "TOOLRECOVERY_BASE_URL",
    "endpoint.apiKey": "TOOLRECOVERY_API_KEY",
    "endpoint.modelId": "TOOLRECOVERY_MODEL_ID",
    "endpoint.api": "TOOLRECOVERY_API",
}
DEBUG = "PI_TOOL_REPAIR_DEBUG"


@dataclass(frozen=True, slots=True)
class Origins:
    """`settings` and `beside` are the checked contents of both files; `unsaved`: for this session."""

    settings: JsonObject
    beside: JsonObject
    unsaved: JsonObject
    environ: Mapping[str, str]

    def of(self, key: str) -> str:
        variable = ENDPOINT.get(key, "")
        from_environment = bool(self.environ.get("TOOLRECOVERY_BASE_URL"))
        if self.environ.get(variable):
            return variable
        if key == "debug" and self.environ.get(DEBUG) == "1":
            return DEBUG
        if key.startswith("endpoint.") and from_environment:
            return "default"  # the file's endpoint is another one
        head, _, rest = key.partition(".")
        aliases = [key, f"grammarRepair.{rest}"] if head == "grammar" else [key]
        aliases += ["grammar.debug", "grammarRepair.debug"] if key == "debug" else []
        for layer, name in ((self.unsaved, "this session"), (self.settings, CONFIG_NAME)):
            if any(_has(layer, alias) for alias in aliases):
                return name
        if any(_has(self.beside, alias) for alias in aliases):
            return PI_TOOL_REPAIR_NAME
        return "default"


def _has(layer: JsonObject, key: str) -> bool:
    here: object = layer
    for step in key.split("."):
        if not isinstance(here, dict) or step not in here:
            return False
        here = here[step]
    return True
