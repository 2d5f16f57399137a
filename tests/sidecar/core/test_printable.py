from __future__ import annotations

import pytest

from sidecar.core.printable import one_line, printable


@pytest.mark.parametrize(
    "text", ["", "write: filename → path", '- path: "naïve 漢字.txt"', "two\nlines", "██▌ 3  ⚒ ✓"]
)
def test_plain_text_stays(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("\x1b[2Jpath", r"\x1b[2Jpath"),
        ("\x9b2Jpath", r"\x9b2Jpath"),
        ("a\rb\tc\x07", "a\\x0db\tc\\x07"),
        ("exe.\u202egpj", r"exe.\u202egpj"),
        ("half \ud83d of a pair", r"half \ud83d of a pair"),
        ("one\n\x1b[1Atwo", "one\n\\x1b[1Atwo"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text: str, want: str) -> None:
    assert printable(text) == want


def test_one_line_is_one() -> None:
    assert one_line("a\nb") == r"a\nb"
