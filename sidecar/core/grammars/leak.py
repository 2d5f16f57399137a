"""What a grammar finds: a `Leak` is one call written as text, a `Block` all that belongs to one opener."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from sidecar.core.blocks import JsonObject
from sidecar.core.toolset import Toolset

CALLS_READ = 256  # calls in one block; with more, nothing runs

Span: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, Span]  # the index of the block of content, and where in its text


@dataclass(frozen=True, slots=True)
class Leak:
    """One call as the model wrote it. `span` is the call alone, without what wraps several."""

    name: str
    arguments: JsonObject
    span: Span
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """An opener, its calls and its closers. Not `whole`: cut off or malformed, so none of it runs."""

    span: Span
    leaks: tuple[Leak, ...] = ()
    whole: bool = True


class Grammar(Protocol):
    """One textual tool-call format: a module of `formats`.

    `MARKERS`: substrings; a text without any of them is not searched. `OPENER`: the source of a regular
    expression that matches where a block may begin. `extract`: the block that begins at `at`, or None where
    the text there is not of this format. A module may have `FRAME`, the source of a regular expression for
    tokens around its calls, which go with them.
    """

    @property
    def MARKERS(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def OPENER(self) -> str: ...  # noqa: N802

    def extract(self, text: str, at: int, tools: Toolset) -> Block | None: ...


def broken(start: int, end: int) -> Block:
    """A block that is cut off or malformed. Nothing in its message runs."""
    return Block((start, end), whole=False)


def moved(block: Block, by: int) -> Block:
    """`block` with all its places `by` further on: it was read in a part of the text that begins there."""
    leaks = tuple(replace(leak, span=(leak.span[0] + by, leak.span[1] + by)) for leak in block.leaks)
    return replace(block, span=(block.span[0] + by, block.span[1] + by), leaks=leaks)
