"""What a place in the arguments is for: a description of the call, the path of a file, a fixed constant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sidecar.core.blocks import JsonObject, JsonValue, Path
from sidecar.core.names.words import plain, singular, words
from sidecar.core.patch import value_at
from sidecar.core.schema.contract import Contract
from sidecar.core.schema.node import Node
from sidecar.core.values import identity

DESCRIBING = frozenset({
    "description", "explanation", "intent", "intention", "justification", "purpose", "rationale", "reason",
    "reasoning", "summary", "thought", "thoughts", "title",
})  # fmt: skip
# here white space around a value means nothing; elsewhere, as in an edit's old text, it may
SINGLE_LINE = frozenset({
    "cmd", "command", "cwd", "dir", "directory", "file", "filename", "folder", "id", "name", "path", "query",
    "url", "uri",
})  # fmt: skip
# texts that are executed: an added line or word changes what happens
EXECUTED = frozenset({"cmd", "cmdline", "code", "command", "program", "script", "shell", "sql"})
# texts of their own
TEXTS = frozenset({
    "body", "code", "comment", "content", "data", "diff", "html", "markdown", "message", "patch", "pattern",
    "prompt", "query", "regex", "script", "sql", "template", "text",
})  # fmt: skip
FILES = frozenset({
    "cwd", "dir", "directory", "file", "filename", "folder", "glob", "location", "path", "uri", "url",
})  # fmt: skip
DESCRIBING_CHARS = 200


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer's leaf sits, and what the schema says there."""

    path: Path
    node: Node | None
    required: bool
    siblings: tuple[str, ...] = ()  # the keys declared beside it and its own, in order

    @property
    def key(self) -> str:
        return next((step for step in reversed(self.path) if isinstance(step, str)), "")

    def constant(self, value: JsonValue, *, reading: bool) -> bool:
        """Whether the schema says `value` here: the one value a required argument may have. To a `reading`
        tool also a default, and a choice that must be made.
        """
        if self.node is None:
            return False
        choices = [identity(choice) for choice in self.node.enum]
        chosen = self.required and identity(value) in choices
        if chosen and (reading or len(choices) == 1):
            return True
        said = self.node.resolved.schema
        defaults = [identity(said["default"])] if isinstance(said, dict) and "default" in said else []
        return reading and identity(value) in defaults

    def names_another(self, key: str, taken: Collection[str]) -> bool:
        """Whether `key` names a sibling and not this place: a `file_path` is no `content`."""
        said = set(words(key))
        if said >= set(words(self.key)):
            return False
        return any(words(name) and said >= set(words(name)) and name not in taken for name in self.siblings)

    @property
    def executed(self) -> bool:
        """Whether the value is run."""
        return not EXECUTED.isdisjoint(map(singular, words(self.key)))

    @property
    def holds_text(self) -> bool:
        """Whether the value is a text of its own, such as a content, and no part of another."""
        return not TEXTS.isdisjoint(map(singular, words(self.key)))

    @property
    def names_file(self) -> bool:
        """Whether the value is a path, which a folder and a name may be joined to."""
        return not FILES.isdisjoint(words(self.key))

    @property
    def trims(self) -> bool:
        """Whether white space around a value means nothing here."""
        free_text = self.node is None or (not self.node.enum and "string" in self.node.types)
        return not free_text or not SINGLE_LINE.isdisjoint(words(self.key))


def place(contract: Contract, arguments: JsonObject, path: Path) -> Place:
    """What the schema says at `path` of `arguments`."""
    parent = contract.node(path[:-1], arguments) if path else None
    if parent is None:
        return Place(path, None, False)
    settled = contract.settle(parent, value_at(arguments, path[:-1]))
    return Place(path, settled.child(path[-1]), path[-1] in settled.required, tuple(settled.properties))


def is_describing(name: str, node: Node) -> bool:
    """Whether `name` is free text about the call, such as a reason, which has no effect of its own."""
    constrained = node.enum or any(node.get(keyword) is not None for keyword in ("pattern", "format"))
    return plain(name) in DESCRIBING and "string" in node.types and not constrained


def may_describe(place: Place, contract: Contract, value: JsonValue) -> bool:
    """Whether `value` may be new here: a line about the call that the tool demands beside its real work."""
    if len(place.path) != 1 or not place.required or place.node is None or not isinstance(value, str):
        return False
    if not value.strip() or len(value) > DESCRIBING_CHARS or "\n" in value:
        return False
    root = contract.root.resolved
    others = [name for name in root.required if name in root.properties and name != place.key]
    works = any(not is_describing(name, root.properties[name]) for name in others)
    return works and is_describing(place.key, place.node)
