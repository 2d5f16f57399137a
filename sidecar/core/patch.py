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


def apply(root: JsonValue, patch: Patch) -> JsonValue:
    """`root` with `patch` applied, as a copy that shares every part the patch does not reach.

    Raises LookupError or TypeError when an edit does not fit: the caller treats that as "no proposal".
    """
    own: dict[int, Any] = {}  # containers copied by this call, which later edits may change in place
    for edit in patch:
        if edit.op == "move" and edit.source[:-1] == edit.path[:-1]:
            root = _renamed(root, edit.source, edit.path[-1], own)
        elif edit.op == "move":
            moved = value_at(root, edit.source)
            root = _without(root, edit.source, own)
            root = _with(root, edit.path, moved, own)
        elif edit.op == "remove":
            root = _without(root, edit.path, own)
        else:
            root = _with(root, edit.path, edit.value, own)
    return root


def _owned(value: Any, own: dict[int, Any]) -> Any:
    """`value` if this call made it, else a copy that is from now on."""
    if not isinstance(value, (dict, list)) or id(value) in own:
        return value
    copied = value.copy()
    own[id(copied)] = copied  # kept: an id is only good while its object lives
    return copied


def _copied_spine(root: JsonValue, path: Path, own: dict[int, Any]) -> tuple[Any, Any]:
    """A root copied along `path` up to its last step, and the container that last step is in."""
    new_root = here = _owned(root, own)
    for step in path[:-1]:
        here[step] = _owned(here[step], own)
        here = here[step]
    return new_root, here


def _with(root: JsonValue, path: Path, value: JsonValue, own: dict[int, Any]) -> JsonValue:
    if not path:
        return value
    new_root, container = _copied_spine(root, path, own)
    last = path[-1]
    if isinstance(container, list) and last == len(container):
        container.append(value)
    else:
        container[last] = value
    return new_root  # type: ignore[no-any-return]


def _renamed(root: JsonValue, source: Path, name: str | int, own: dict[int, Any]) -> JsonValue:
    """The key keeps its place among its siblings; a value already under `name` gives way."""
    container = value_at(root, source[:-1])
    if not isinstance(container, dict):
        raise TypeError("only a key can be renamed")
    if source[-1] not in container:
        raise LookupError(source[-1])
    kept: dict[str, Any] = {
        str(name if key == source[-1] else key): value for key, value in container.items() if key != name
    }
    own[id(kept)] = kept
    return _with(root, source[:-1], kept, own)


def _without(root: JsonValue, path: Path, own: dict[int, Any]) -> JsonValue:
    new_root, container = _copied_spine(root, path, own)
    del container[path[-1]]
    return new_root  # type: ignore[no-any-return]


def pointer(path: Path) -> str:
    """RFC 6901 text: `("edits", 0, "oldText")` → `/edits/0/oldText`."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def dotted(path: Path) -> str:
    """The form pi's messages use: `("edits", 0, "oldText")` → `edits.0.oldText`; the root is `root`."""
    return ".".join(map(str, path)) or "root"
