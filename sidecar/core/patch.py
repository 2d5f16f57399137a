"""RFC 6902 edits on JSON values: apply without touching the original, pointer text for people and records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .blocks import JsonValue, Path


@dataclass(frozen=True, slots=True)
class Edit:
    """One RFC 6902 operation. `path` and `source` (its `from`) are tuples of keys and indexes."""

    op: Literal["add", "remove", "replace", "move"]
    path: Path
    value: JsonValue = None
    source: Path = ()


Patch: TypeAlias = tuple[Edit, ...]


def add(path: Path, value: JsonValue) -> Edit:
    return Edit("add", path, value)


def remove(path: Path) -> Edit:
    return Edit("remove", path)


def replace(path: Path, value: JsonValue) -> Edit:
    return Edit("replace", path, value)


def move(source: Path, path: Path) -> Edit:
    return Edit("move", path, None, source)


def value_at(root: JsonValue, path: Path) -> Any:
    """The value at `path`. Raises LookupError or TypeError where there is none."""
    here: Any = root
    for step in path:
        here = here[step]
    return here


def apply(root: JsonValue, patch: Patch) -> Any:
    """`root` with `patch` applied, as a copy that shares every part the patch does not reach.

    Raises LookupError or TypeError when an edit does not fit: the caller treats that as "no proposal".
    """
    draft = _Draft(root)
    for edit in patch:
        if edit.op == "move" and edit.source[:-1] == edit.path[:-1]:
            draft.rename(edit.source, edit.path[-1])
        elif edit.op == "move":
            draft.put(edit.path, draft.take(edit.source))
        elif edit.op == "remove":
            draft.take(edit.path)
        else:
            draft.put(edit.path, edit.value)
    return draft.root


class _Draft:
    """A root being edited. Each container is copied when first reached, and only then."""

    def __init__(self, root: JsonValue) -> None:
        self.root: Any = root
        self._own: dict[int, Any] = {}  # copies made here; kept, so that no id is used twice

    def put(self, path: Path, value: JsonValue) -> None:
        if not path:
            self.root = value
            return
        container, last = self._container(path), path[-1]
        if isinstance(container, list) and last == len(container):
            container.append(value)
        else:
            container[last] = value

    def take(self, path: Path) -> Any:
        container = self._container(path)
        value = container[path[-1]]
        del container[path[-1]]
        return value

    def rename(self, source: Path, name: str | int) -> None:
        """The key keeps its place among its siblings; a value already under `name` gives way."""
        container = self._container(source)
        if not isinstance(container, dict):
            raise TypeError("only a key can be renamed")
        if source[-1] not in container:
            raise LookupError(source[-1])
        kept = {
            (name if key == source[-1] else key): value for key, value in container.items() if key != name
        }
        container.clear()
        container.update(kept)

    def _container(self, path: Path) -> Any:
        """What the last step of `path` is in, its spine copied."""
        here = self.root = self._copied(self.root)
        for step in path[:-1]:
            child = self._copied(here[step])
            here[step] = child
            here = child
        return here

    def _copied(self, value: Any) -> Any:
        if not isinstance(value, (dict, list)) or id(value) in self._own:
            return value
        copy = value.copy()
        self._own[id(copy)] = copy
        return copy


def pointer(path: Path) -> str:
    """RFC 6901 text: `("edits", 0, "oldText")` → `/edits/0/oldText`."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def dotted(path: Path) -> str:
    """The form pi's messages use: `("edits", 0, "oldText")` → `edits.0.oldText`; the root is `root`."""
    return ".".join(map(str, path)) or "root"
