"""pi's assistant message and its tools as they travel in JSON: from the bridge, and in files on the shell."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .checks import Unless


class TextBlock(TypedDict):
    type: Literal["text"]
    text: str


class ThinkingBlock(TypedDict):
    type: Literal["thinking"]
    thinking: str


class ToolCallBlock(TypedDict):
    """`arguments` may be any value: the core judges what the model sent.

    `argumentsError`: pi's text about arguments that are no JSON object, with the model's own text in it.
    """

    type: Literal["toolCall"]
    id: str
    name: str
    arguments: Annotated[Any, Unless("argumentsError")]
    argumentsError: NotRequired[str]


class OtherBlock(TypedDict):
    type: str


Block: TypeAlias = TextBlock | ThinkingBlock | ToolCallBlock | OtherBlock


class Message(TypedDict):
    content: list[Block]
    role: str
    stopReason: str


class WireTool(TypedDict):
    """`parameters`: the schema. Without `active` a tool is active. `exposure`, `source`: as pi says them."""

    name: str
    parameters: Any
    active: NotRequired[bool]
    description: NotRequired[str]
    exposure: NotRequired[Any]
    source: NotRequired[Any]
    annotations: NotRequired[dict[str, Any]]
