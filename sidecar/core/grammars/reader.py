"""The leaks of one message → calls that may run, and refused ones with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset
from sidecar.core.values import equal

from .find import Found
from .leak import Block, Leak, Place, Span
from .names import known_name
from .quotation.shown import Shown
from .settings import GrammarSettings


@dataclass(frozen=True, slots=True)
class LeakedCall:
    """A call that leaked into the block of content at `block_index`.

    `duplicate`: the message also holds the call natively, so only its text goes. `carried_id`: the id in
    the leaked text.
    """

    name: str
    arguments: JsonObject
    grammar: str
    block_index: int
    span: Span
    carried_id: str | None = None
    duplicate: bool = False

    @property
    def place(self) -> Place:
        return self.block_index, self.span


@dataclass(frozen=True, slots=True)
class Refused:
    """A leak that does not run, and why. `shown`: only because the model was given it to read."""

    name: str
    arguments: JsonObject
    grammar: str
    block_index: int
    span: Span
    reason: str
    shown: bool = False


@dataclass
class Reader:
    """Gathers what the blocks of one message hold."""

    tools: Toolset
    settings: GrammarSettings
    shown: Shown
    native: list[JsonObject]
    calls: list[LeakedCall] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    found: dict[int, tuple[Found, ...]] = field(default_factory=dict)

    def read(self, index: int, text: str, found: Sequence[Found]) -> None:
        if not found:
            return
        self.found[index] = tuple(found)
        for item in found:
            if not item.block.whole:
                self.refused.append(Refused("", {}, item.grammar, index, item.block.span, item.refused))
            quoted = item.refused or self._quoted(item.block, text)
            for leak in item.block.leaks:
                name = known_name(leak.name, self.tools)
                unknown = "unknown tool" if name is None and self.settings.require_known_tool else ""
                if quoted or unknown:
                    reason = item.refused or unknown or quoted
                    self.refused.append(
                        Refused(
                            name or leak.name, leak.arguments, item.grammar, index, leak.span, reason,
                            shown=bool(quoted) and not item.refused and not unknown,
                        )
                    )  # fmt: skip
                    continue
                self.calls.append(
                    LeakedCall(
                        name or leak.name, leak.arguments, item.grammar, index, leak.span, leak.id,
                        self.is_native(leak),
                    )
                )  # fmt: skip

    def _quoted(self, block: Block, text: str) -> str:
        """Why the block does not run where one of its calls stands in what was shown; else ""."""
        for leak in block.leaks:
            name = known_name(leak.name, self.tools) or leak.name
            if self.shown.quotes(text[slice(*leak.span)], name, leak.arguments):
                return "quoted from what the model was shown"
        return ""

    def is_native(self, leak: Leak) -> bool:
        name = known_name(leak.name, self.tools) or leak.name
        return any(
            known_name(str(block.get("name")), self.tools) == name
            and equal(block.get("arguments"), leak.arguments)
            for block in self.native
        )

    def all_native(self, block: Block) -> bool:
        return all(self.is_native(leak) for leak in block.leaks)
