"""What a schema itself may be the source of, where the call said nothing."""

from __future__ import annotations

from sidecar.core.schema.contract import contract
from sidecar.recovery.prompt.fields import place

SHARE = contract(
    {
        "type": "object",
        "required": ["kind", "visibility"],
        "properties": {
            "kind": {"const": "link"},
            "visibility": {"type": "string", "enum": ["private", "public"]},
            "days": {"type": "number", "default": 7},
            "format": {"const": "short"},
        },
    }
)


def test_a_required_argument_that_can_only_be_one_value_has_it() -> None:
    for reading in (True, False):
        assert place(SHARE, {}, ("kind",)).constant("link", reading=reading)
        assert not place(SHARE, {}, ("kind",)).constant("file", reading=reading)
        assert not place(SHARE, {}, ("format",)).constant("short", reading=reading)


def test_a_choice_and_a_default_are_sources_for_reading_tools_alone() -> None:
    for key, value in (("visibility", "private"), ("days", 7)):
        assert place(SHARE, {}, (key,)).constant(value, reading=True)
        assert not place(SHARE, {}, (key,)).constant(value, reading=False)
