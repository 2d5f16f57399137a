"""A TypedDict → a check of JSON values: it returns nothing, or raises InvalidValueError that names the field.

Unknown fields are allowed, and null counts as absent where a field is not required. Written for speed: every
message passes here, so the plain fields of an object are looked at by one `all`, and text for an error is
made only once there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from sidecar.errors import InvalidValueError

Check: TypeAlias = Callable[[Any], None]

_NAMES = {str: "a string", bool: "a boolean", int: "an integer", NoneType: "null"}
_NAMES |= {dict: "an object", list: "an array"}
_ANY_LIST, _ANY_OBJECT = list[Any], dict[str, Any]


@dataclass(frozen=True, slots=True)
class Unless:
    """`Annotated[Any, Unless("other")]`: required, except where the field `other` is there."""

    other: str


@cache
def check_of(kind: Any) -> Check:
    """`kind`: a TypedDict, or what the fields of one may be. Raises TypeError for any other type."""
    classes = _classes(kind)
    if kind is Any:
        return lambda value: None
    if is_typeddict(kind):
        return _object(kind)
    if classes is not None:
        return _instance(classes)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is list and get_origin(arguments[0]) is Literal:
        return _words(get_args(arguments[0]))
    if origin is list:
        return _each(list, enumerate, check_of(arguments[0]))
    if origin is dict:
        return _each(dict, dict.items, check_of(arguments[1]))
    if origin in (Union, UnionType) and all(map(is_typeddict, arguments)):
        return _tagged(arguments)
    raise TypeError(f"no check for {kind}")


def _classes(kind: Any) -> tuple[type, ...] | None:
    """The classes whose instances are exactly the values of `kind`; None where that is not enough."""
    if get_origin(kind) in (Union, UnionType):
        each = [_classes(one) for one in get_args(kind)]
        return None if None in each else tuple(one for classes in each if classes for one in classes)
    if kind in (_ANY_LIST, _ANY_OBJECT):
        return (get_origin(kind),)
    return (kind,) if kind in _NAMES else None


def _instance(classes: tuple[type, ...]) -> Check:
    expected = "must be " + " or ".join(_NAMES[one] for one in classes)

    def check(value: Any) -> None:
        if not isinstance(value, classes) or (isinstance(value, bool) and bool not in classes):
            raise InvalidValueError(expected)

    return check


def _words(allowed: tuple[str, ...]) -> Check:
    is_list = _instance((list,))

    def check(value: Any) -> None:
        is_list(value)
        for word in value:
            if word not in allowed:
                raise InvalidValueError(f"holds {word!r}: allowed are {', '.join(sorted(allowed))}")

    return check


def _each(kind: type, items: Callable[[Any], Iterable[tuple[Any, Any]]], check_item: Check) -> Check:
    """`items` gives the places in a list or an object, and what is there."""
    is_kind = _instance((kind,))

    def check(value: Any) -> None:
        is_kind(value)
        place: Any = None
        try:
            for place, item in items(value):  # noqa: B007
                check_item(item)
        except InvalidValueError as error:
            raise error.within(f"[{place}]" if kind is list else place) from None

    return check


def _tagged(kinds: Iterable[Any]) -> Check:
    """Objects told apart by the word in `type`; the kind whose `type` is any string takes the rest."""
    by_type, others = {}, _instance((dict,))
    for kind in kinds:
        words = get_args(get_type_hints(kind)["type"])
        check_one = _object(kind, tag="type" if words else "")
        if words:
            by_type.update(dict.fromkeys(words, check_one))
        else:
            others = check_one

    def check(value: Any) -> None:
        try:
            check_one = by_type.get(value["type"], others)
        except (TypeError, KeyError):  # no object, no `type`, or one that is no word
            check_one = others
        check_one(value)

    return check


def _object(kind: Any, tag: str = "") -> Check:
    """`tag`: a field that was looked at before."""
    fields, plain, others = [], [], []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name == tag:
            continue
        required = get_origin(hint) is not NotRequired
        of = hint if required else get_args(hint)[0]
        field = _field(name, of, required)
        fields.append(field)
        classes = _classes(of)
        if classes is not None and int not in classes:  # True is an int for isinstance
            taken = classes if required else (*classes, NoneType)
            plain.append((name, taken[0] if len(taken) == 1 else taken))
        elif required or of is not Any:
            others.append(field)
    pairs = tuple(plain)

    def check(value: Any) -> None:
        if not isinstance(value, dict):
            raise InvalidValueError("must be an object")
        get = value.get
        for name, classes in pairs:
            if not isinstance(get(name), classes):
                break
        else:
            for field in others:
                field(value)
            return
        for field in fields:
            field(value)

    return check


def _field(name: str, kind: Any, required: bool) -> Check:
    """A check of the object that has the field."""
    unless: str | None = None
    if get_origin(kind) is Annotated:
        kind, unless = get_args(kind)[0], get_args(kind)[1].other
    check_value = check_of(kind)

    def check(owner: Any) -> None:
        if kind is Any and name in owner:
            return
        value = owner.get(name)
        if value is None and (not required or (unless is not None and unless in owner)):
            return
        if value is None and name not in owner:
            raise InvalidValueError("is missing", name)
        try:
            check_value(value)
        except InvalidValueError as error:
            raise error.within(name) from None

    return check
