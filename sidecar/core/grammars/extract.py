"""One assistant message → its leaked calls, then its content without the text of the accepted ones.

Two steps, so that every call can go through the rules in between. The text of a call that is not accepted
stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import step
from sidecar.core.toolset import Toolset

from .bare import BARE, extract_bare
from .cut import cut_text
from .find import AFTER_READ, Found, find_blocks, grammars_in
from .formats import NAMED
from .leak import Place, Span
from .markers import may_leak
from .quotation.shown import Shown
from .reader import LeakedCall, Reader, Refused
from .settings import GrammarSettings
from .thinking import EMPTY
from .tokens import without_end_tokens

CHARACTERS_A_STEP = 2_000


@dataclass(frozen=True, slots=True)
class Extraction:
    """The leaks of a message: `calls` may run, `refused` may not. `found`: blocks by index in the content."""

    content: tuple[JsonObject, ...]
    calls: tuple[LeakedCall, ...] = ()
    refused: tuple[Refused, ...] = ()
    found: Mapping[int, tuple[Found, ...]] = field(default_factory=dict)
    frames: Mapping[str, str] = field(default_factory=dict)
    strip: bool = False

    def cut(self, accepted: Collection[Place]) -> list[JsonObject]:
        """The content without the text of the calls at accepted places, and without end tokens.

        The text of a call that the message also holds natively always goes, and so does a block left empty.
        """
        gone: dict[int, set[Span]] = {}
        for call in self.calls:
            if call.duplicate or call.place in accepted:
                gone.setdefault(call.block_index, set()).add(call.span)
        made: list[JsonObject] = []
        for index, block in enumerate(self.content):
            key = _text_key(block)
            text = block[key] if key is not None else ""
            if key is None or not text:
                made.append(block)
                continue
            found = self.found.get(index, ())
            spans = _gone_spans(found, gone.get(index, set()), self.strip)
            frame = "|".join({EMPTY, *(self.frames[name] for name, _ in spans if self.frames.get(name))})
            left = cut_text(text, [span for _, span in spans], frame) if spans else text
            kept_from = len(text) if found and not spans else 0  # a refused leak: all of it stays
            ended = without_end_tokens(left, kept_from) if key == "text" else left
            if spans or ended == left or not may_leak(ended):  # an unread call stays, to its last token
                left = ended
            if left == text:
                made.append(block)
            elif left.strip():
                made.append({**block, key: left})
        return made


def extract(
    content: Sequence[JsonObject],
    tools: Toolset,
    settings: GrammarSettings,
    shown: Shown | None = None,
) -> Extraction:
    """The leaks of one message's content. `shown`: what the model was given to read; a call there is quoted.

    Accept calls by place, then take the new content from `Extraction.cut`.
    """
    if not settings.enabled:
        return Extraction(tuple(content))
    native = [block for block in content if block.get("type") == "toolCall"]
    allowed = [(name, grammar) for name, grammar in NAMED if settings.allowed(name)]
    texts = [
        index for index, block in enumerate(content) if _text_key(block) == "text" and block["text"].strip()
    ]
    may_think = settings.thinking == "final" and not native
    reader = Reader(tools, settings, shown or Shown(), native)
    for position, index in enumerate(texts):
        text = content[index]["text"]
        step(1 + len(text) // CHARACTERS_A_STEP)
        bare = extract_bare(text, tools) if len(texts) == 1 and settings.allowed(BARE) else None
        if bare is not None:
            found = [
                Found(bare, BARE, "beside native calls" if native and not reader.all_native(bare) else "")
            ]
        else:
            marked = grammars_in(text, allowed)
            after = _after(content, texts, position) if marked else ""
            found = find_blocks(text, marked, tools, may_think=may_think, after=after) if marked else []
        reader.read(index, text, found)
    thoughts = [index for index, block in enumerate(content) if _text_key(block) == "thinking"]
    if may_think and not texts and thoughts:
        text = content[thoughts[-1]]["thinking"]
        marked = grammars_in(text, allowed)
        if marked:
            reader.read(thoughts[-1], text, find_blocks(text, marked, tools, may_think=True))
    frames = {name: getattr(grammar, "FRAME", "") for name, grammar in allowed} if reader.found else {}
    strip = settings.mode == "strip"
    calls = () if strip else tuple(reader.calls)
    return Extraction(tuple(content), calls, tuple(reader.refused), reader.found, frames, strip)


def _after(content: Sequence[JsonObject], texts: Sequence[int], position: int) -> str:
    """The beginning of the visible text behind a block of text."""
    after = ""
    for later in texts[position + 1 : position + 1 + AFTER_READ]:
        after += content[later]["text"][:AFTER_READ] + "\n"
        if len(after) > AFTER_READ:
            break
    return after


def _text_key(block: JsonObject) -> str | None:
    key = block.get("type")
    return key if key in ("text", "thinking") and isinstance(block.get(key), str) else None


def _gone_spans(found: Sequence[Found], gone: set[Span], strip: bool) -> list[tuple[str, Span]]:
    """What is cut, by grammar: the whole block where all its calls are gone, else the gone calls alone."""
    spans: list[tuple[str, Span]] = []
    for item in found:
        own = [leak.span for leak in item.block.leaks if leak.span in gone]
        if (own and len(own) == len(item.block.leaks)) or (strip and not item.refused and item.block.leaks):
            spans.append((item.grammar, item.block.span))
        else:
            spans.extend((item.grammar, span) for span in own)
    return spans
