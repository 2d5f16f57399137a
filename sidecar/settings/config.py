"""Every setting of tool-recovery.json, stated once: key, type, default and meaning.

The JSON Schema, the checks, the view and the table in the docs are made from these fields. The field
`retry_cap` is the key `retryCap`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sidecar.core.blocks import Effect
from sidecar.core.schema.patterns import Patterns

from .declared import setting

Mode: TypeAlias = Literal["repair", "observe"]
Api: TypeAlias = Literal["openai-completions", "anthropic-messages"]

HTTP = "^https?://"
PROVIDER_AND_ID = "^[^/]+/."
_PLAIN = re.compile(r"[\w/:-]+", re.ASCII)  # a fragment that stands for itself
_FRAGMENTS = Patterns()  # knows which of the fragments were too slow


@dataclass(frozen=True, slots=True)
class ToolConfig:
    effect: Effect | None = setting(None)
    rules: Mapping[str, bool] = setting({}, words="rule")


@dataclass(frozen=True, slots=True)
class ModelChoice:
    provider: str = setting(minLength=1)
    id: str = setting(minLength=1)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Made by endpoint.py, which checks the values and tells the API from the address."""

    base_url: str = setting(
        meaning="Where it is, with or without /v1.", environment="TOOLRECOVERY_BASE_URL", pattern=HTTP
    )
    api_key: str | None = setting(
        None, "Its key; leave out for a local server.", environment="TOOLRECOVERY_API_KEY", secret=True
    )
    model_id: str = setting(
        "recovery", "The model id sent to it.", environment="TOOLRECOVERY_MODEL_ID", minLength=1
    )
    api: Api = setting(
        "openai-completions",
        "Its API; told from the address where left out.",
        environment="TOOLRECOVERY_API",
        computed=True,
    )


@dataclass(frozen=True, slots=True)
class RecoveryConfig:
    max_per_run: int = setting(10, "Model calls in one agent run.", minimum=0)
    values: Literal["traceable", "any"] = setting(
        "traceable", "traceable: every value of an answer comes from the failing call or the schema."
    )
    # one deadline a message: pi shows no progress meanwhile
    deadline_s: float = setting(
        20, "Seconds for all questions of one message.", exclusiveMinimum=0, maximum=120
    )


@dataclass(frozen=True, slots=True)
class GrammarConfig:
    enabled: bool = setting(False, "Turn leaked text into calls, for every model.")
    mode: Literal["recover", "strip"] = setting("recover", "strip removes the markup and runs nothing.")
    require_known_tool: bool = setting(True, "Only calls of active tools.")
    grammars: frozenset[str] | None = setting(
        None, "The grammars to read; all where left out.", words="grammar"
    )
    leak_models: tuple[str, ...] = setting(
        (),
        "The models it is on for: regular expressions that match part of an id, in any case.",
        words="regex",
    )
    off_models: tuple[str, ...] = setting(
        (), "The models it is off for, whatever else says: regular expressions as above.", words="regex"
    )
    thinking: Literal["never", "final"] = setting(
        "never", "final: also a call that ends a turn of thinking alone."
    )

    @property
    def possible(self) -> bool:
        return self.enabled or bool(self.leak_models)

    def applies_to(self, model_id: str | None) -> bool:
        if matches(self.off_models, model_id):
            return False
        return self.enabled or matches(self.leak_models, model_id)


@dataclass(frozen=True, slots=True)
class StrictConfig:
    models: tuple[str, ...] = setting(
        (),
        "The models whose tools are marked strict in requests, so that their server holds calls to the"
        " schema: regular expressions that match part of an id, in any case.",
        words="regex",
    )


@dataclass(frozen=True, slots=True)
class ResultsConfig:
    hints: bool = setting(True, "Say after an error what would work.")
    retry_cap: int = setting(
        3,
        "Failures of one tool in a run before the model is told to stop; the same call is blocked"
        " after as many. 0: never.",
        minimum=0,
    )
    empty_note: bool = setting(True, "One line after a result with nothing in it.")
    edits: bool = setting(True, "After an edit that failed, show the file's own lines.")


@dataclass(frozen=True, slots=True)
class Config:
    enabled: bool = setting(True, "Repair tool calls at all.")
    mode: Mode = setting("repair", "observe reports and changes nothing.")
    rules: Mapping[str, bool] = setting({}, 'Switch single rules: {"rename-key": false}.', words="rule")
    tools: Mapping[str, ToolConfig] = setting({}, "By tool name: its effect, and switches of single rules.")
    model: ModelChoice | None = setting(
        None,
        'The pi model that recovers calls: {"provider": …, "id": …} or "provider/id".',
        type=["object", "string", "null"],
        pattern=PROVIDER_AND_ID,
        required=["provider", "id"],
    )
    endpoint: Endpoint | None = setting(
        None, "An endpoint of your own that recovers calls; it goes before model.", type=["object", "null"]
    )
    recovery: RecoveryConfig = setting(RecoveryConfig())
    learning: bool = setting(True, "Remember what a recovery model taught.")
    grammar: GrammarConfig = setting(GrammarConfig(), "Leaked tool-call text. Off by default.")
    phantom: Literal["on", "off"] = setting(
        "on", "Ask the model again if its turn stopped to call a tool but holds no call."
    )
    # the servers of these are known to fail on anchors in a pattern
    sanitize_models: tuple[str, ...] = setting(
        ("kimi-k2", "minimax", "glm"),
        "Models, by case-insensitive regex fragments, whose tool schemas lose the anchors of a pattern.",
        words="regex",
    )
    strict: StrictConfig = setting(StrictConfig(), "Calls that the model's server holds to their schema.")
    notes: Literal["off", "first"] = setting(
        "off",
        "first: the first two times a model makes a slip, one line under the result says how it was read.",
    )
    verbose: bool = setting(False, "One dim line for each repair, below the calls; it stays in the session.")
    glance: bool = setting(
        True, "At the first start on a machine: one line on the calls that failed in the last 30 days."
    )
    journal: Literal["shapes", "full", "off"] = setting(
        "shapes", "What the journal keeps: shapes without values, values too, or nothing."
    )
    results: ResultsConfig = setting(ResultsConfig())
    debug: bool = setting(
        False,
        "Log each call with its values in debug.log in the state directory, and to stderr of the sidecar.",
        environment="PI_TOOL_REPAIR_DEBUG",
    )

    @property
    def slow_fragments(self) -> list[str]:
        """The fragments of model ids that were found to take too long; they match nothing."""
        grammar = self.grammar
        fragments = (
            *grammar.leak_models, *grammar.off_models, *self.sanitize_models, *self.strict.models,
        )  # fmt: skip
        return [each for each in fragments if _FRAGMENTS.is_slow(each)]

    def sanitizes(self, model_id: str) -> bool:
        return self.enabled and self.mode == "repair" and matches(self.sanitize_models, model_id)

    def marks_strict(self, model_id: str) -> bool:
        return self.enabled and self.mode == "repair" and matches(self.strict.models, model_id)


def matches(fragments: Iterable[str], model_id: str | None) -> bool:
    """Whether one of the case-insensitive regex fragments is in the id. One that is too slow is not."""
    model_id = (model_id or "")[:200]  # an id is short; a fragment never gets a long text to run on
    return any(_found(fragment, model_id) for fragment in fragments if model_id)


def _found(fragment: str, model_id: str) -> bool:
    if _PLAIN.fullmatch(fragment):
        return fragment.lower() in model_id.lower()
    return _FRAGMENTS.search(fragment, model_id, ignore_case=True) is True
