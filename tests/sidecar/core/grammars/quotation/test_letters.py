"""What stands in a text however it is escaped, in steps that are counted."""

from __future__ import annotations

import unicodedata
from itertools import count

import pytest

from sidecar.core.budget import STEPS_A_LOOK, limited
from sidecar.core.grammars import GrammarSettings, Shown, extract
from sidecar.core.grammars.quotation import letters as module
from sidecar.core.grammars.quotation.letters import PIECE, letters, unescaped
from tests.sidecar.core.grammars.test_tables import TOOLS

SETTINGS = GrammarSettings(enabled=True)
MARKS = ["\u0301", "\u0301\u0323", "\u0301\u3164\u0323", "\uff9e\u0301"]


@pytest.mark.parametrize("run", ["\\" * 2, "\\" * 9, "\\" * 65, "\\" * 1_000])
def test_any_run_of_backslashes_escapes_once(run: str) -> None:
    assert letters(f"r{run}u006d{run}nx{run}x1b[31my") == "rmxy"


def test_letters_keep_their_accents_and_long_runs_are_normalised_in_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert letters("e\u0301" * 5_000) == "\u00e9" * 5_000
    longest = 0

    def normalize(form: str, text: str) -> str:
        nonlocal longest
        longest = max(longest, sum(unicodedata.combining(each) > 0 or each == "\uff9e" for each in text))
        return text

    monkeypatch.setattr(module.unicodedata, "normalize", normalize)
    for marks in MARKS:
        unescaped("a" + marks * 5_000)
    assert longest <= 64


def test_an_escape_is_read_where_pieces_of_a_long_text_meet() -> None:
    for before in range(PIECE - 9, PIECE + 3):
        assert letters("x" * (before - 1) + " &lt;\\u006d&gt; " + "y" * PIECE).endswith("xm" + "y" * PIECE)


@pytest.mark.parametrize("unit", ["x", "<", "&", "\\", "\\u003c", "&lt;", "\u0301"])
def test_its_work_is_counted(unit: str) -> None:
    looks = count()

    def look() -> bool:
        next(looks)
        return False

    with limited(look):
        unescaped(unit * (10 * STEPS_A_LOOK * module.CHARACTERS_A_STEP // len(unit)))
    assert next(looks) >= 3


@pytest.mark.parametrize(("shown", "times"), [("", 0), ("A page.", 2)])
def test_a_call_is_unescaped_once_and_only_where_something_was_shown(
    shown: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    characters = 0
    plain = module._unescaped

    def counting(text: str) -> str:
        nonlocal characters
        characters += len(text)
        return plain(text)

    memory = Shown()
    if shown:
        memory.add(shown)
        assert memory.prepare()
    monkeypatch.setattr(module, "_unescaped", counting)
    text = "<store><file>a</file><body>" + "<i>x</i>" * 10_000 + "</body></store>"
    assert extract([{"type": "text", "text": text}], TOOLS, SETTINGS, memory).calls
    assert times * 0.9 * len(text) <= characters <= times * 1.1 * len(text)
