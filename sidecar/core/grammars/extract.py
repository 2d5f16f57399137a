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

from .bare import BARE, BARE_ENDS, extract_bare
from .cut import cut_text
from .find import AFTER_READ, BEFORE_READ, Found, Walked, grammars_in, judged, walk
from .formats import NAMED
from .leak import Block, Grammar, Place, Span
from .markers import may_leak
from .quotation.shown import Shown
from .reader import LeakedCall, Reader, Refused
from .settings import GrammarSettings
from .thinking import EMPTY
from .tokens import without_end_tokens

CHARACTERS_A_STEP = 2_000


@dataclass(frozen=True, slots=True)
class Extraction:
    """The leaks of a message: `calls` may run, `refused` may not. `found`: blocks by index in the content.

    `turn`: the block of content in which somebody else's turn stands, and where; what is there goes together
    with the calls before it.
    """

    content: tuple[JsonObject, ...]
    calls: tuple[LeakedCall, ...] = ()
    refused: tuple[Refused, ...] = ()
    found: Mapping[int, tuple[Found, ...]] = field(default_factory=dict)
    frames: Mapping[str, str] = field(default_factory=dict)
    strip: bool = False
    turn: Place | None = None

    def is_gone(self, place: Place, accepted: Collection[Place]) -> bool:
        """Whether the text at a place goes with somebody else's turn."""
        return self._goes(accepted) and self.turn is not None and _inside(place, self.turn)

    def _goes(self, accepted: Collection[Place]) -> bool:
        """Whether somebody else's turn goes: a call before it does."""
        return self.turn is not None and any(
            call.block_index <= self.turn[0]
            for call in self.calls
            if call.duplicate or call.place in accepted
        )

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
            gone_spans = _gone_spans(found, gone.get(index, set()), self.strip)
            frame = "|".join({EMPTY, *(self.frames[name] for name, _ in gone_spans if self.frames.get(name))})
            spans = [span for _, span in gone_spans]
            if self.turn is not None and self.turn[0] == index and self._goes(accepted):
                spans.append(self.turn[1])
            kept = [item.block.span for item in found if item.block.span not in spans]
            left = cut_text(text, spans, frame, kept) if spans else text
            kept_from = len(text) if found and not spans else 0  # a refused leak: all of it stays
            ended = without_end_tokens(left, kept_from) if key == "text" else left
            if spans or ended == left or not may_leak(ended):  # an unread call stays, to its last token
                left = ended
            if left == text:
                made.append(block)
            elif left.strip():
                made.append({**block, key: left})
        return made


def is_clean(content: Sequence[JsonObject], settings: GrammarSettings) -> bool:
    """Whether one look shows that nothing is to be extracted or cut. Most messages need no more than that."""
    texts = [block["text"] for block in content if _text_key(block) == "text"]
    if not texts and settings.thinking != "never":
        return False
    return all(
        text.rstrip()[-1:] not in BARE_ENDS and not may_leak(text) and without_end_tokens(text) == text
        for text in texts
    )


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
    texts = {
        index: block["text"]
        for index, block in enumerate(content)
        if _text_key(block) == "text" and block["text"].strip()
    }
    may_think = settings.thinking == "final" and not native
    thoughts = [index for index, block in enumerate(content) if _text_key(block) == "thinking"]
    if may_think and not texts and thoughts:
        texts = {thoughts[-1]: content[thoughts[-1]]["thinking"]}
        bare = None
    else:
        bare = _bare(texts, tools) if settings.allowed(BARE) else None
    reader = Reader(tools, settings, shown or Shown(), native)
    turn: Place | None = None
    if bare is not None:
        index, block = bare
        refused = "beside native calls" if native and not reader.all_native(block) else ""
        reader.read(index, texts[index], [Found(block, BARE, refused)])
    else:
        walked = _walked(texts, allowed, tools)
        turn = next(((index, each.turn) for index, each in walked.items() if each.turn is not None), None)
        for index, found in _judged(walked, turn, may_think=may_think).items():
            reader.read(index, texts[index], found)
    frames = {name: getattr(grammar, "FRAME", "") for name, grammar in allowed} if reader.found else {}
    strip = settings.mode == "strip"
    calls = () if strip else tuple(reader.calls)
    return Extraction(tuple(content), calls, tuple(reader.refused), reader.found, frames, strip, turn)


def _bare(texts: Mapping[int, str], tools: Toolset) -> tuple[int, Block] | None:
    """The calls without markers that the only text of the message is."""
    if len(texts) != 1:
        return None
    ((index, text),) = texts.items()
    block = extract_bare(text, tools)
    return (index, block) if block is not None else None


def _walked(
    texts: Mapping[int, str], allowed: Sequence[tuple[str, Grammar]], tools: Toolset
) -> dict[int, Walked]:
    """Each text with its blocks; nothing where none has a marker."""
    marked = {index: grammars_in(text, allowed) for index, text in texts.items()}
    for text in texts.values():
        step(1 + len(text) // CHARACTERS_A_STEP)
    if not any(marked.values()):
        return {}
    return {index: walk(text, marked[index], tools) for index, text in texts.items()}


def _judged(
    walked: Mapping[int, Walked], turn: Place | None, *, may_think: bool
) -> Mapping[int, Sequence[Found]]:
    """The blocks of each text with their verdicts. What is said around a call may stand in another text."""
    befores: dict[int, str] = {}
    afters: dict[int, str] = {}
    said = ""
    for index, each in walked.items():
        befores[index] = said
        said = (each.since_call if each.blocks else said + each.text)[-BEFORE_READ:] + "\n"
    said = ""
    for index, each in reversed(list(walked.items())):
        afters[index] = "" if each.turn is not None or not said else "\n" + said
        ends = bool(each.blocks) or each.turn is not None
        said = (each.until_call if ends else f"{each.text[:AFTER_READ]}\n{said}")[:AFTER_READ]
    return {
        index: judged(
            each,
            may_think=may_think,
            before=befores[index],
            after=afters[index],
            ended=turn is not None and turn[0] < index,
        )
        for index, each in walked.items()
        if each.blocks
    }


def _inside(place: Place, turn: Place) -> bool:
    return place[0] == turn[0] and turn[1][0] <= place[1][0] < turn[1][1]


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
