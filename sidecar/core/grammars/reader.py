"""The leaks of one message → calls that may run, and refused ones with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset
from sidecar.core.values import equal

from .calls_in import calls_in
from .find import IN_THINKING, Found
from .leak import Block, Leak, Place, Span
from .names import known_name, meant_name, meant_names
from .quotation.call_shapes import same_call
from .quotation.shown import Shown
from .settings import GrammarSettings

SHOWN = "quoted from what the model was shown"
AFTER_REFUSED = "a call before it in the message stays text"


@dataclass(frozen=True, slots=True)
class LeakedCall:
    """A call that leaked into the block of content at `block_index`.

    `name`: the active tool that has the name, or the name as it was written. `duplicate`: the message also
    holds the call natively, so only its text goes. `carried_id`: the id in the leaked text.
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
    """Gathers what the blocks of one message hold, in their order. After a call that is refused none runs."""

    tools: Toolset
    settings: GrammarSettings
    shown: Shown
    native: list[JsonObject]
    calls: list[LeakedCall] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    found: dict[int, tuple[Found, ...]] = field(default_factory=dict)
    stopped: bool = False

    def read(self, index: int, text: str, found: Sequence[Found]) -> None:
        if not found:
            return
        read = []
        for item in found:
            if self.stopped and not item.refused:
                item = replace(item, refused=AFTER_REFUSED)
            read.append(item)
            self._read_block(index, text, item)
        self.found[index] = tuple(read)

    def _read_block(self, index: int, text: str, item: Found) -> None:
        if not item.block.whole:
            self.refused.append(Refused("", {}, item.grammar, index, item.block.span, item.refused))
            self._stop(item)
        quoted = "" if item.refused else self._quoted(item.block, text)
        for leak in item.block.leaks:
            known = not self.settings.require_known_tool or self._may_mean(leak)
            reason = item.refused or ("" if known else "unknown tool") or quoted
            if self.stopped and not reason:
                reason = AFTER_REFUSED
            if reason:
                name = meant_name(leak.name, self.tools) or leak.name
                shown = reason == quoted
                self.refused.append(
                    Refused(name, leak.arguments, item.grammar, index, leak.span, reason, shown)
                )
                self._stop(item)
                continue
            name = known_name(leak.name, self.tools) or leak.name
            duplicate = self.is_native(leak)
            self.calls.append(
                LeakedCall(name, leak.arguments, item.grammar, index, leak.span, leak.id, duplicate)
            )

    def _stop(self, item: Found) -> None:
        if item.refused != IN_THINKING:  # what was only thought of is no call
            self.stopped = True

    def _may_mean(self, leak: Leak) -> bool:
        return bool(meant_names(leak.name, leak.arguments, self.tools))

    def _quoted(self, block: Block, text: str) -> str:
        """Why the block does not run where one of its calls stands in what was shown; else ""."""
        for leak in block.leaks:
            names = {known_name(leak.name, self.tools) or leak.name, leak.name}
            names.update(meant_names(leak.name, leak.arguments, self.tools))
            first, *others = sorted(names)
            if self.shown.quotes(text[slice(*leak.span)], first, leak.arguments, others):
                return SHOWN
            if self._is_shown_otherwise(leak):
                return SHOWN
        return ""

    def _is_shown_otherwise(self, leak: Leak) -> bool:
        """Whether what was shown holds a call that means this one, under other names and keys."""
        call = self.tools.mended(known_name(leak.name, self.tools) or leak.name, leak.arguments)
        if call is None or self.shown.allows(*call):
            return False
        near = self.shown.near(leak.arguments)
        return any(self._means(call, *shown) for text in near for shown in calls_in(text, self.tools))

    def _means(self, call: tuple[str, JsonObject], name: str, arguments: JsonObject) -> bool:
        """Whether a call of `name` means `call`; one that would not run is compared as it stands."""
        if call[0] not in meant_names(name, arguments, self.tools):
            return False
        mended = self.tools.mended(name, arguments)
        return same_call(call[1], mended[1] if mended is not None and mended[0] == call[0] else arguments)

    def is_native(self, leak: Leak) -> bool:
        name = meant_name(leak.name, self.tools) or leak.name
        return any(
            meant_name(str(block.get("name")), self.tools) == name
            and equal(block.get("arguments"), leak.arguments)
            for block in self.native
        )

    def all_native(self, block: Block) -> bool:
        return all(self.is_native(leak) for leak in block.leaks)
