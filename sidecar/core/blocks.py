"""The values that travel between stages: tools, tool calls, violations' paths, records, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

# JSON as the json module reads it. `Any` inside containers: the shape is what the schema is there to judge.
JsonValue: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
JsonObject: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]

Effect: TypeAlias = Literal["read", "write"]
Stage: TypeAlias = Literal["rules", "raw", "edits", "learned", "grammar", "recovery", "phantom"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the host declares it. `effect` is "write" unless something says otherwise.

    `source` is where the host has it from: "builtin" for pi's own, None where nobody says.
    """

    name: str
    parameters: JsonValue
    description: str = ""
    active: bool = True
    effect: Effect = "write"
    source: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model wrote it. `raw` is the argument text where it was no JSON object, else None.

    `sent` is the text that pi read `arguments` from, where it may say more than they do. `leaked`: it stood
    in text, in another agent's or a model's own notation.
    """

    id: str
    name: str
    arguments: JsonObject
    raw: str | None = None
    sent: str | None = None
    leaked: bool = False


@dataclass(frozen=True, slots=True)
class RepairRecord:
    """One call that changed. `before` and `after` are `{"name": …, "arguments": …}`."""

    id: str
    tool: str
    stage: Stage
    rules: tuple[str, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    summary: str
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Declined:
    """One call that is broken and stays as it was."""

    id: str
    tool: str
    reason: str


@dataclass(frozen=True, slots=True)
class Guard:
    """One call that pi would run with a meaning the model never sent: the host blocks it with `reason`."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class LeftAsText:
    """One leaked call that stays text, and why. `name`: the active tool, or the name as it was written.

    `shown`: only because it stands in what the model was given to read, which the person can allow.
    """

    name: str
    arguments: JsonObject
    grammar: str
    reason: str
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one message. `message` is None when nothing changed, else the whole replacement."""

    message: JsonObject | None = None
    repairs: tuple[RepairRecord, ...] = ()
    declined: tuple[Declined, ...] = ()
    guards: tuple[Guard, ...] = ()
    left: tuple[LeftAsText, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A call that pi would reject and the rules declined: what a recovery model may be asked about.

    `error` is pi's own text. `tools` are the schemas that matter: the named tool, or for an unknown name the
    nearest few. `examples` maps a tool name to arguments that worked in this session.
    """

    call: ToolCall
    error: str
    tools: tuple[Tool, ...]
    examples: Mapping[str, JsonObject] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """A corrected call that passed every check of `sidecar/recovery/judge`."""

    name: str
    arguments: JsonObject
