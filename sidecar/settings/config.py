"""Settings as values: what the file and the environment say, with defaults for the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from sidecar.core.blocks import Effect, JsonObject
from sidecar.core.schema.patterns import Patterns

Mode: TypeAlias = Literal["repair", "observe"]
Api: TypeAlias = Literal["openai-completions", "anthropic-messages"]

MASK = "***"
_PLAIN = re.compile(r"[\w/:-]+", re.ASCII)  # a fragment that stands for itself
_FRAGMENTS = Patterns()  # knows which of the fragments were too slow
DEFAULT_MODEL_ID = "recovery"
SANITIZE_MODELS = ("kimi-k2", "minimax", "glm")  # their servers are known to choke on anchors in a pattern


@dataclass(frozen=True, slots=True)
class ToolConfig:
    effect: Effect | None = None
    rules: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelChoice:
    provider: str
    id: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    base_url: str
    model_id: str = DEFAULT_MODEL_ID
    api: Api = "openai-completions"
    api_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RecoveryConfig:
    max_per_run: int = 10
    values: Literal["traceable", "any"] = "traceable"
    deadline_s: float = 20.0  # one deadline a message: pi shows no progress meanwhile


@dataclass(frozen=True, slots=True)
class GrammarConfig:
    """`grammars` None means all of them. `leak_models` are case-insensitive regex fragments."""

    enabled: bool = False
    mode: Literal["recover", "strip"] = "recover"
    require_known_tool: bool = True
    grammars: frozenset[str] | None = None
    leak_models: tuple[str, ...] = ()
    thinking: Literal["never", "final"] = "never"

    @property
    def possible(self) -> bool:
        return self.enabled or bool(self.leak_models)

    def applies_to(self, model_id: str | None) -> bool:
        return self.enabled or matches(self.leak_models, model_id)


@dataclass(frozen=True, slots=True)
class ResultsConfig:
    hints: bool = True
    retry_cap: int = 3
    empty_note: bool = True


@dataclass(frozen=True, slots=True)
class Config:
    enabled: bool = True
    mode: Mode = "repair"
    rules: Mapping[str, bool] = field(default_factory=dict)
    tools: Mapping[str, ToolConfig] = field(default_factory=dict)
    model: ModelChoice | None = None
    endpoint: Endpoint | None = None
    recovery: RecoveryConfig = RecoveryConfig()
    learning: bool = True
    grammar: GrammarConfig = GrammarConfig()
    phantom: Literal["on", "off"] = "on"
    sanitize_models: tuple[str, ...] = SANITIZE_MODELS
    notes: Literal["off", "first"] = "off"
    verbose: bool = False
    journal: Literal["shapes", "full", "off"] = "shapes"
    results: ResultsConfig = ResultsConfig()
    debug: bool = False

    @property
    def slow_fragments(self) -> list[str]:
        """The fragments of model ids that were found to take too long; they match nothing."""
        return [
            each for each in (*self.grammar.leak_models, *self.sanitize_models) if _FRAGMENTS.is_slow(each)
        ]

    def sanitizes(self, model_id: str) -> bool:
        return self.enabled and self.mode == "repair" and matches(self.sanitize_models, model_id)


def matches(fragments: Iterable[str], model_id: str | None) -> bool:
    """Whether one of the case-insensitive regex fragments is in the id. One that is too slow is not."""
    model_id = (model_id or "")[:200]  # an id is short; a fragment never gets a long text to run on
    return any(_found(fragment, model_id) for fragment in fragments if model_id)


def _found(fragment: str, model_id: str) -> bool:
    if _PLAIN.fullmatch(fragment):
        return fragment.lower() in model_id.lower()
    return _FRAGMENTS.search(fragment, model_id, ignore_case=True) is True


def read(settings: JsonObject, pi_tool_repair: JsonObject, environ: Mapping[str, str]) -> Config:
    """Checked settings of tool-recovery.json and pi-tool-repair.json; the environment goes before both."""
    grammar = _merged(
        pi_tool_repair.get("grammarRepair"), settings.get("grammarRepair"), settings.get("grammar")
    )
    results = settings.get("results", {})
    recovery = settings.get("recovery", {})
    return Config(
        enabled=settings.get("enabled", True),
        mode=settings.get("mode", "repair"),
        rules=settings.get("rules", {}),
        tools={
            name: ToolConfig(tool.get("effect"), tool.get("rules", {}))
            for name, tool in settings.get("tools", {}).items()
        },
        model=_model(settings.get("model")),
        endpoint=_endpoint(settings.get("endpoint") or {}, environ),
        recovery=RecoveryConfig(
            max_per_run=int(recovery.get("maxPerRun", 10)),
            values=recovery.get("values", "traceable"),
            deadline_s=float(recovery.get("deadlineS", 20.0)),
        ),
        learning=settings.get("learning", True),
        grammar=GrammarConfig(
            enabled=grammar.get("enabled", False),
            mode=grammar.get("mode", "recover"),
            require_known_tool=grammar.get("requireKnownTool", True),
            grammars=frozenset(grammar["grammars"]) if "grammars" in grammar else None,
            leak_models=tuple(grammar.get("leakModels", ())),
            thinking=grammar.get("thinking", "never"),
        ),
        phantom=settings.get("phantom", "on"),
        sanitize_models=tuple(settings.get("sanitizeModels", SANITIZE_MODELS)),
        notes=settings.get("notes", "off"),
        verbose=settings.get("verbose", False),
        journal=settings.get("journal", "shapes"),
        results=ResultsConfig(
            hints=results.get("hints", True),
            retry_cap=int(results.get("retryCap", 3)),
            empty_note=results.get("emptyNote", True),
        ),
        debug=settings.get("debug", grammar.get("debug", False))
        or environ.get("PI_TOOL_REPAIR_DEBUG") == "1",
    )


def environment_faults(environ: Mapping[str, str]) -> list[str]:
    faults = []
    base_url = environ.get("TOOLRECOVERY_BASE_URL")
    if base_url and not base_url.startswith(("http://", "https://")):
        faults.append("TOOLRECOVERY_BASE_URL must begin with http:// or https://; it is ignored")
    api = environ.get("TOOLRECOVERY_API")
    if api and api not in ("openai-completions", "anthropic-messages"):
        faults.append(
            f"TOOLRECOVERY_API is {api!r}; allowed: openai-completions, anthropic-messages; it is ignored"
        )
    return faults


def _model(said: JsonObject | str | None) -> ModelChoice | None:
    """`{"provider": "p", "id": "a/b"}` and `"p/a/b"` are the same model."""
    if not said:
        return None
    if isinstance(said, dict):
        return ModelChoice(said["provider"], said["id"])
    provider, _, model_id = said.partition("/")
    return ModelChoice(provider, model_id)


def _endpoint(settings: JsonObject, environ: Mapping[str, str]) -> Endpoint | None:
    base_url = environ.get("TOOLRECOVERY_BASE_URL") or ""
    if base_url.startswith(("http://", "https://")):
        settings = {}  # the file's key belongs to the file's address
    else:
        base_url = settings.get("baseUrl", "")
    if not base_url:
        return None
    api: Any = environ.get("TOOLRECOVERY_API")
    if api not in ("openai-completions", "anthropic-messages"):
        api = settings.get("api") or _api_of(base_url)
    return Endpoint(
        base_url=base_url,
        model_id=environ.get("TOOLRECOVERY_MODEL_ID") or settings.get("modelId") or DEFAULT_MODEL_ID,
        api=api,
        api_key=environ.get("TOOLRECOVERY_API_KEY") or settings.get("apiKey") or None,
    )


def _api_of(base_url: str) -> Api:
    try:
        anthropic = "anthropic" in (urlsplit(base_url).hostname or "")
    except ValueError:
        anthropic = False
    return "anthropic-messages" if anthropic else "openai-completions"


def _merged(*layers: Any) -> JsonObject:
    merged: JsonObject = {}
    for layer in layers:
        merged.update(layer or {})
    return merged
