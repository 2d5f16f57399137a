"""One assistant message: its leaked calls, each to be accepted or not, and its text once the accepted ones
are cut.

Two steps, so that every call can go through the rule engine in between. A call that is not accepted leaves
its text exactly as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset

from .bare import extract_bare
from .cut import cut_text
from .find import Found, blocks, judge, present
from .leak import Block, Grammar, Leak, Span, moved, skip_space
from .names import known_name
from .settings import GrammarSettings
from .shown import Shown
from .thinking import thinking_spans
from .tokens import without_end_tokens

BARE = "bare"


@dataclass(frozen=True, slots=True)
class LeakedCall:
    """A call that leaked into the block of content at `block_index`. Its `id` is the same for the same
    message.

    `duplicate`: the message also holds the call natively; its text goes, nothing is added. `carried_id` is
    the id the grammar itself carried.
    """

    id: str
    name: str
    arguments: JsonObject
    grammar: str
    block_index: int
    span: Span
    carried_id: str | None = None
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A leak that does not run, and why."""

    name: str
    grammar: str
    block_index: int
    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a message leaks: `calls` in order, each of which may run, and what was refused."""

    content: tuple[JsonObject, ...]
    calls: tuple[LeakedCall, ...] = ()
    refused: tuple[Refused, ...] = ()
    found: Mapping[int, tuple[Found, ...]] = field(default_factory=dict)
    frames: Mapping[str, str] = field(default_factory=dict)
    strip: bool = False

    def cut(self, accepted: Collection[str]) -> list[JsonObject]:
        """The content without the text of the calls whose id is accepted, and without control tokens at the
        end.

        Duplicates of native calls are always cut. A block of text that is left empty goes.
        """
        gone = {(call.block_index, call.span) for call in self.calls if call.duplicate or call.id in accepted}
        made: list[JsonObject] = []
        for index, block in enumerate(self.content):
            key = _text_key(block)
            text = block[key] if key is not None else ""
            if key is None or not text:
                made.append(block)
                continue
            found = self.found.get(index, ())
            spans = _gone_spans(found, {span for at, span in gone if at == index}, self.strip)
            frame = "|".join({self.frames[name] for name, _ in spans if self.frames.get(name)})
            left = cut_text(text, [span for _, span in spans], frame) if spans else text
            kept_from = len(text) if found and not spans else 0  # a refused leak: all of it stays
            left = without_end_tokens(left, kept_from) if key == "text" else left
            if left == text:
                made.append(block)
            elif left.strip():
                made.append({**block, key: left})
        return made


def extract(
    content: Sequence[JsonObject],
    tools: Toolset,
    settings: GrammarSettings,
    shown: Shown,
    grammars: Sequence[tuple[str, Grammar]],
) -> Extraction:
    """The leaks of one message's content. `shown` holds what the model was given to read."""
    if not settings.enabled:
        return Extraction(tuple(content))
    native = [block for block in content if block.get("type") == "toolCall"]
    allowed = [(name, grammar) for name, grammar in grammars if settings.allowed(name)]
    texts = [
        index for index, block in enumerate(content) if _text_key(block) == "text" and block["text"].strip()
    ]
    aloud = settings.thinking == "final" and not native
    reader = _Reader(tools, settings, shown, native)
    for position, index in enumerate(texts):
        text = content[index]["text"]
        after = "\n".join(content[later]["text"] for later in texts[position + 1 :])
        bare = _bare(text, tools) if len(texts) == 1 and settings.allowed(BARE) else None
        if bare is not None:
            found = [
                Found(bare, BARE, "beside native calls" if native and not reader.all_native(bare) else "")
            ]
        else:
            marked = present(text, allowed)
            found = judge(text, blocks(text, marked, tools), may_think=aloud, after=after) if marked else []
        reader.read(index, text, found)
    thoughts = [index for index, block in enumerate(content) if _text_key(block) == "thinking"]
    if aloud and not texts and thoughts:
        text = content[thoughts[-1]]["thinking"]
        marked = present(text, allowed)
        if marked:
            reader.read(thoughts[-1], text, judge(text, blocks(text, marked, tools), may_think=True))
    frames = {name: getattr(grammar, "FRAME", "") for name, grammar in allowed}
    strip = settings.mode == "strip"
    calls = () if strip else tuple(reader.calls)
    return Extraction(tuple(content), calls, tuple(reader.refused), reader.found, frames, strip)


@dataclass
class _Reader:
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
        digest = hashlib.sha256(f"{index}:{text}".encode(errors="surrogatepass"))
        for item in found:
            if not item.block.whole:
                self.refused.append(Refused("", item.grammar, index, item.block.span, item.refused))
            for leak in item.block.leaks:
                name = known_name(leak.name, self.tools)
                reason = item.refused or self._reason(leak, name, text)
                if reason:
                    self.refused.append(Refused(leak.name, item.grammar, index, leak.span, reason))
                    continue
                at = digest.copy()
                at.update(f":{leak.span[0]}".encode())
                self.calls.append(
                    LeakedCall(
                        f"call_{at.hexdigest()[:32]}", name or leak.name, leak.arguments, item.grammar, index,
                        leak.span, leak.id, self.is_native(leak),
                    )
                )  # fmt: skip

    def _reason(self, leak: Leak, name: str | None, text: str) -> str:
        if name is None and self.settings.require_known_tool:
            return "unknown tool"
        if self.shown.contains(text[slice(*leak.span)]):
            return "quoted from what the model was shown"
        return ""

    def is_native(self, leak: Leak) -> bool:
        name = known_name(leak.name, self.tools) or leak.name
        return any(
            known_name(str(block.get("name")), self.tools) == name
            and _same(block.get("arguments"), leak.arguments)
            for block in self.native
        )

    def all_native(self, block: Block) -> bool:
        return all(self.is_native(leak) for leak in block.leaks)


def _same(left: Any, right: Any) -> bool:
    """Equal as JSON: Python's True is no 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return bool(left == right)


def _text_key(block: JsonObject) -> str | None:
    key = block.get("type")
    return key if key in ("text", "thinking") and isinstance(block.get(key), str) else None


def _bare(text: str, tools: Toolset) -> Block | None:
    """The whole message as calls without a marker: thinking before them and stop tokens after them aside."""
    end = text.rstrip()[-1:]
    if end not in ("}", "]", ">"):
        return None
    closed, _ = thinking_spans(text, ())
    start = skip_space(text, closed[-1][1] if closed else 0)
    body = without_end_tokens(text)[start:].rstrip()
    if not body or body[-1] not in "}]":
        return None
    block = extract_bare(body, tools)
    if block is None:
        return None
    return moved(block, start)


def _gone_spans(found: Sequence[Found], gone: set[Span], strip: bool) -> list[tuple[str, Span]]:
    """What is cut: a block whose calls are all gone with its wrapper, else the gone calls alone."""
    spans: list[tuple[str, Span]] = []
    for item in found:
        own = [leak.span for leak in item.block.leaks if leak.span in gone]
        if (own and len(own) == len(item.block.leaks)) or (strip and not item.refused and item.block.leaks):
            spans.append((item.grammar, item.block.span))
        else:
            spans.extend((item.grammar, span) for span in own)
    return spans
