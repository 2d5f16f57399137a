"""What stands between the brackets of a call, read as literals or refused."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.core.tool_names.literals import NoLiteralsError, keywords, value


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('path="a", limit=5', {"path": "a", "limit": 5}),
        ("path: 'a', deep: [1, {\"b\": None}],", {"path": "a", "deep": [1, {"b": None}]}),
        ('text="""two\nlines""", on=true', {"text": "two\nlines", "on": True}),
        (r"text='a\nb\x41\d'", {"text": "a\nbA\\d"}),
        ("", {}),
    ],
)
def test_keyword_arguments(text: str, wanted: dict[str, Any]) -> None:
    assert keywords(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "path=a",
        "path=f('a')",
        "path='a' limit=5",
        "path='a', path='b'",
        "xs=[1, NaN]",
        "x=1e999",
        "x=[1, 2",
        r"path='a\/b'",
        "x=" + "[" * 1000 + "]" * 1000,
    ],
)
def test_what_is_no_list_of_literals(text: str) -> None:
    with pytest.raises(NoLiteralsError):
        keywords(text)


def test_one_value_alone() -> None:
    assert value(" 'ls -la' ") == "ls -la"
    with pytest.raises(NoLiteralsError):
        value("'ls' 'cat'")
