"""One assistant message: its leaked calls, each to be accepted or not, and its text once the accepted ones
are cut.

Two steps, so that every call can go through the rule engine in between. A call that is not accepted leaves
its text exactly as it was.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sidecar.core.blocks import JsonObject
from sidecar.core.budget import step
from sidecar.core.toolset import Toolset

from .bare import BARE, extract_bare
from .cut import cut_text
from .find import TAIL_READ, Found, blocks, judge, present
from .formats import NAMED
from .leak import Span
from .quotation.shown import Shown
from .reader import LeakedCall, Reader, Refused
from .settings import GrammarSettings
from .tokens import without_end_tokens

CHARACTERS_A_STEP = 2_000


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
        gone: dict[int, set[Span]] = {}
        for call in self.calls:
            if call.duplicate or call.id in accepted:
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
    shown: Shown | None = None,
) -> Extraction:
    """The leaks of one message's content. `shown`: what the model was given to read; a call there is quoted.

    Accept calls by id, then take the new content from `Extraction.cut`.
    """
    if not settings.enabled:
        return Extraction(tuple(content))
    native = [block for block in content if block.get("type") == "toolCall"]
    allowed = [(name, grammar) for name, grammar in NAMED if settings.allowed(name)]
    texts = [
        index for index, block in enumerate(content) if _text_key(block) == "text" and block["text"].strip()
    ]
    aloud = settings.thinking == "final" and not native
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
            marked = present(text, allowed)
            after = _after(content, texts, position) if marked else ""
            found = judge(text, blocks(text, marked, tools), may_think=aloud, after=after) if marked else []
        reader.read(index, text, found)
    thoughts = [index for index, block in enumerate(content) if _text_key(block) == "thinking"]
    if aloud and not texts and thoughts:
        text = content[thoughts[-1]]["thinking"]
        marked = present(text, allowed)
        if marked:
            reader.read(thoughts[-1], text, judge(text, blocks(text, marked, tools), may_think=True))
    frames = {name: getattr(grammar, "FRAME", "") for name, grammar in allowed} if reader.found else {}
    strip = settings.mode == "strip"
    calls = () if strip else tuple(reader.calls)
    return Extraction(tuple(content), calls, tuple(reader.refused), reader.found, frames, strip)


def _after(content: Sequence[JsonObject], texts: Sequence[int], position: int) -> str:
    """The beginning of the visible text behind a block of text."""
    after = ""
    for later in texts[position + 1 : position + 1 + TAIL_READ]:
        after += content[later]["text"][:TAIL_READ] + "\n"
        if len(after) > TAIL_READ:
            break
    return after


def _text_key(block: JsonObject) -> str | None:
    key = block.get("type")
    return key if key in ("text", "thinking") and isinstance(block.get(key), str) else None


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
