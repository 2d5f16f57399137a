"""The wire types of pi-bridge and the sidecar; twin of pi-bridge/protocol.ts. params.py checks them."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

PROTOCOL: Final = 1

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
UNKNOWN_TOOLS: Final = -32001  # the bridge sends `tools/set` and asks again
NOT_INITIALIZED: Final = -32002
CANCELLED: Final = -32800

Level: TypeAlias = Literal["info", "warning", "error"]
StageName: TypeAlias = Literal["rules", "learned", "grammar", "recovery", "phantom"]


class RpcError(Exception):
    """A refusal that travels: its text is meant for the peer.

    RpcError
    ├── InvalidParams   -32602, names the field
    └── UnknownTools    -32001
    """

    code = INTERNAL_ERROR


class InvalidParams(RpcError):  # noqa: N818  # JSON-RPC's own name for it
    code = INVALID_PARAMS


class UnknownTools(RpcError):  # noqa: N818  # the protocol's name for it
    code = UNKNOWN_TOOLS


class HostView(TypedDict):
    """For doctor alone. `lacks`: what this pi cannot do, in words. `copies`: where copies of toolrecovery are
    that stood down. `extensions`: paths of others."""

    lacks: list[str]
    copies: list[str]
    extensions: list[str]


class InitializeParams(TypedDict):
    """`lastWords`: why the sidecar before this one ended, and the last lines it logged."""

    protocol: int
    bridge: str
    pi: str
    agentDir: str
    cwd: str
    mode: str
    hasUI: bool
    host: NotRequired[HostView]
    lastWords: NotRequired[list[str]]


class HostState(TypedDict):
    """What is worth asking about now; `host/state` brings it again when it changes.

    `grammar`: messages without a call too, for leaked text may become calls. `sanitize`: tool lists that go
    to a provider. `verbose`: a line for the person about each repair.
    """

    grammar: bool
    sanitize: bool
    verbose: bool


class CommandName(TypedDict):
    name: str
    summary: str


class InitializeResult(TypedDict):
    """`commands`: the words of `/toolrecovery`, for a host that completes them."""

    protocol: int
    sidecar: str
    enabled: bool
    status: str
    state: HostState
    commands: list[CommandName]


class WireTool(TypedDict):
    name: str
    parameters: Any
    active: bool
    description: NotRequired[str]
    exposure: NotRequired[str]
    source: NotRequired[str]
    annotations: NotRequired[dict[str, Any]]


class ToolsSetParams(TypedDict):
    key: str
    tools: list[WireTool]


class ToolsSetResult(TypedDict):
    key: str


class SessionModel(TypedDict):
    provider: str
    id: str
    api: NotRequired[str]


class RepairParams(TypedDict):
    message: dict[str, Any]
    tools: str
    model: NotRequired[SessionModel]
    hostErrors: NotRequired[dict[str, str | None]]
    stages: NotRequired[list[StageName]]
    live: NotRequired[bool]  # a look ahead while the message still comes in: it is counted nowhere


class WireCall(TypedDict):
    name: str
    arguments: dict[str, Any]


class WireRepair(TypedDict):
    id: str
    tool: str
    stage: StageName
    rules: list[str]
    before: WireCall
    after: WireCall
    summary: str
    ms: float


class WireDeclined(TypedDict):
    id: str
    tool: str
    reason: str


class WireGuard(TypedDict):
    id: str
    reason: str


class Phantom(TypedDict):
    """Ask the model again, with `note`. `drop`: it need not see its own turn, which says nothing."""

    note: str
    drop: bool


class RepairResult(TypedDict):
    message: dict[str, Any] | None
    repairs: list[WireRepair]
    declined: list[WireDeclined]
    guards: list[WireGuard]
    phantom: NotRequired[Phantom]


class ContextParams(TypedDict):
    """What the model was given to read before this sidecar was there."""

    texts: list[str]


class SanitizeParams(TypedDict):
    model: str
    tools: list[Any]


class SanitizeResult(TypedDict):
    applies: bool
    tools: NotRequired[list[Any]]


class ObserveParams(TypedDict):
    """`executed` is false for a call pi refused: unknown tool, invalid arguments, blocked."""

    toolCallId: str
    toolName: str
    input: dict[str, Any]
    content: list[dict[str, Any]]
    isError: bool
    executed: bool
    details: NotRequired[Any]
    structuredContent: NotRequired[Any]


class ObserveResult(TypedDict):
    append: NotRequired[str]


class RejectedParams(TypedDict):
    id: str
    error: str


class CommandParams(TypedDict):
    name: str
    args: str
    models: NotRequired[list[dict[str, Any]]]


class CompleteWordsParams(TypedDict):
    """`args` as typed so far; the last word may be half of one."""

    args: str


class CompleteWordsResult(TypedDict):
    words: list[CommandName]


class CommandResult(TypedDict):
    text: str
    level: Level


class ConfigSetParams(TypedDict):
    patch: dict[str, Any]


class CancelParams(TypedDict):
    id: int | float | str


class StatusParams(TypedDict):
    text: str


class NotifyParams(TypedDict):
    text: str
    level: Level


class CompletionModel(TypedDict):
    provider: str
    id: str


class CompleteParams(TypedDict):
    model: CompletionModel
    system: str
    user: str
    maxTokens: int
    schema: NotRequired[dict[str, Any]]


class CompletionUsage(TypedDict):
    input: int
    output: int
    cost: float


class CompleteResult(TypedDict):
    text: str
    usage: NotRequired[CompletionUsage]
