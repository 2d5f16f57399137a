"""The wire types of pi-bridge and the sidecar. Twin of pi-bridge/protocol.ts; params.py checks by them.

A field that the receiver can do without is NotRequired, even if the sender always sends it.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from sidecar.core.blocks import Stage
from sidecar.core.wire import Message, WireTool

PROTOCOL: Final = 1

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
UNKNOWN_TOOLS: Final = -32001  # the bridge sends `tools/set` and asks again
NOT_INITIALIZED: Final = -32002
CANCELLED: Final = -32800

Level: TypeAlias = Literal["info", "warning", "error"]


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

    lacks: NotRequired[list[str]]
    copies: NotRequired[list[str]]
    extensions: NotRequired[list[str]]


class InitializeParams(TypedDict):
    """`lastWords`: why the sidecar before this one ended, and the last lines it logged. `repaired`: calls
    that were repaired in this session before it was resumed, by stage.
    """

    protocol: int
    bridge: str
    pi: str
    agentDir: str
    cwd: str
    mode: str
    hasUI: bool
    host: NotRequired[HostView]
    lastWords: NotRequired[list[str]]
    repaired: NotRequired[dict[str, int]]


class HostState(TypedDict):
    """What is worth asking about now; `host/state` brings it again when it changes.

    `grammar`: messages without a call too, for leaked text may become calls. `sanitize`: tool lists that go
    to a provider, where they hold a pattern. `strict`: all of them. `verbose`: a line for the person about
    each repair.
    """

    grammar: bool
    sanitize: bool
    strict: bool
    verbose: bool


class CommandWord(TypedDict):
    """A word of `/toolrecovery`, and what it stands for."""

    name: str
    summary: str


class InitializeResult(TypedDict):
    """`commands`: the words of `/toolrecovery`, for a host that completes them."""

    protocol: int
    sidecar: str
    enabled: bool
    status: str
    state: NotRequired[HostState]
    commands: NotRequired[list[CommandWord]]


class ToolsSetParams(TypedDict):
    key: str
    tools: list[WireTool]


class ToolsSetResult(TypedDict):
    key: str


class ModelName(TypedDict):
    """`provider` and `api` as pi names them. `baseUrl`: of its server. `strictMode`: pi marks its own tools
    strict for it.
    """

    id: str
    provider: NotRequired[str]
    api: NotRequired[str]
    baseUrl: NotRequired[str]
    strictMode: NotRequired[bool]


class RepairParams(TypedDict):
    """`tools`: the key of a list. `hostErrors`: pi's own error by the call's id, null where pi accepts it.

    `rawArguments`: the streamed text of arguments by the call's id, where pi's reading may have lost some.
    `builtinEdit`: pi's own edit on local files would run, so the files that its calls name may be read.
    `live`: a look ahead while the message still comes in; it is counted nowhere.
    """

    tools: str
    message: Message
    model: NotRequired[ModelName]
    hostErrors: NotRequired[dict[str, str | None]]
    rawArguments: NotRequired[dict[str, str]]
    builtinEdit: NotRequired[bool]
    live: NotRequired[bool]
    stages: NotRequired[list[Stage]]


class WireCall(TypedDict):
    name: str
    arguments: dict[str, Any]


class WireRepair(TypedDict):
    id: str
    tool: str
    stage: Stage
    rules: NotRequired[list[str]]
    before: NotRequired[WireCall]
    after: NotRequired[WireCall]
    summary: str
    ms: NotRequired[float]


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
    message: Message | None
    repairs: list[WireRepair]
    declined: list[WireDeclined]
    guards: list[WireGuard]
    phantom: NotRequired[Phantom]


class ContextParams(TypedDict):
    """Texts of a request to the model that it did not write itself and that were not sent before."""

    texts: list[str]


class SanitizeParams(TypedDict):
    """`baseUrl`: of the model's server."""

    model: str
    baseUrl: NotRequired[str]
    tools: list[Any]


class SanitizeResult(TypedDict):
    """`strict`: the tools are marked strict."""

    applies: bool
    tools: NotRequired[list[Any]]
    strict: NotRequired[bool]


class FailedParams(TypedDict):
    """A request of `model` that was changed ended in `error`, in pi's words."""

    model: str
    error: str


class FailedResult(TypedDict):
    """`phantom`: the failure was of our change, which is not made again; ask again."""

    phantom: NotRequired[Phantom]


class ObserveParams(TypedDict):
    """`executed` is false for a call pi refused: unknown tool, invalid arguments, blocked.

    `builtinEdit`: as in RepairParams. `nested`: a script made the call.
    """

    toolCallId: str
    toolName: str
    input: dict[str, Any]
    content: list[Any]
    isError: bool
    executed: bool
    builtinEdit: NotRequired[bool]
    nested: NotRequired[bool]
    details: NotRequired[Any]
    structuredContent: NotRequired[Any]


class ObserveResult(TypedDict):
    append: NotRequired[str]


class RunParams(TypedDict):
    """`text`: the prompt that began the run."""

    text: NotRequired[str]


class RejectedParams(TypedDict):
    id: str
    error: str


class CommandParams(TypedDict):
    """`models`: what pi can use, for a command that picks or judges one. `model`: the session's."""

    name: str
    args: NotRequired[str]
    models: NotRequired[list[CompletionModel]]
    model: NotRequired[ModelName]


class CompleteWordsParams(TypedDict):
    """`args` as typed so far; the last word may be half of one. `models`: what pi can use."""

    args: str
    models: NotRequired[list[CompletionModel]]


class CompleteWordsResult(TypedDict):
    words: list[CommandWord]


class CommandSwitch(TypedDict):
    """A setting that takes one of `values`; `settings <key> <value>` changes it."""

    key: str
    value: str
    values: list[str]
    meaning: str


class CommandResult(TypedDict):
    """`again`: a note with which the model is asked again. `switches`: what `text` shows, for a page."""

    text: str
    level: Level
    again: NotRequired[str]
    switches: NotRequired[list[CommandSwitch]]


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
