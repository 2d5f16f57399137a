"""An edit that failed, and the file's text: the lines that the model is shown."""

from __future__ import annotations

from sidecar.core.edits import Edit, FileText
from sidecar.results.edits import explain

ROOM = 2_000


def said(text: str, *edits: Edit, room: int = ROOM) -> str:
    found = explain(edits, FileText(text), room)
    assert found is None or len(found) <= room
    return found or ""


def test_the_nearest_lines_with_their_numbers_above_them() -> None:
    text = said(
        "a = 1\n\ndef total(rows):\n\treturn sum(rows)\n", Edit("def total(lines):\n\treturn sum(lines)", "")
    )
    assert "lines 3 to 4" in text
    assert "\ndef total(rows):\n\treturn sum(rows)\n" in text


def test_a_fence_in_the_file_is_shown_in_a_longer_one() -> None:
    assert "````\n" in said("```sh\nmake all\n```\n", Edit("make all tests", "x"))


def test_the_places_where_it_is_with_what_tells_them_apart() -> None:
    same = "  open()\n  read()\n  shut()\n"
    text = said(f"one:\n{same}\ntwo:\n{same}", Edit("  read()", "  scan()"))
    assert "2 places, which begin in lines 3, 8" in text
    assert "one:" in text
    assert "two:" in text


def test_many_places_are_counted() -> None:
    assert "500 places" in said("return null;\n" * 500, Edit("return null;", "x"))


def test_which_edits_failed() -> None:
    text = said(
        "alpha = 1\nbeta = 2\n", Edit("alpha = 1", "x"), Edit("beta = 3 or", "x"), Edit("gamma 7", "x")
    )
    assert text.startswith("Of 3 edits edits[1], edits[2] failed, so none was applied")
    assert "edits[1]: " in text
    assert "edits[0]" not in text


def test_an_edit_that_was_made_before() -> None:
    text = said(
        "def total():\n    log()\n    return 1\n",
        Edit("def total():\n    return 1", "def total():\n    log()\n    return 1"),
    )
    assert "already there, in lines 1 to 3" in text


MANY = "".join(f"def f{n}(v):\n    total_{n} = v + {n}\n    return total_{n}\n\n" for n in range(300))


def test_an_edit_that_was_made_before_and_left_no_word_of_its_old_text() -> None:
    made = MANY.replace("total_125", "amount_125")
    old, new = (f"    {name}_125 = v + 125\n    return {name}_125" for name in ("total", "amount"))
    assert "already there, in lines 502 to 503" in said(made, Edit(old, new))


def test_a_new_text_that_stands_twice_or_says_little_is_no_sign_of_that() -> None:
    assert "already" not in said("x = 1\nreturn compute(x)\n" * 2, Edit("gone = 7", "return compute(x)"))
    assert "already" not in said("x = 1\n", Edit("gone_for_good(7)", "x = 1"))


def test_of_lines_that_differ_in_a_number_the_one_with_that_number_is_near() -> None:
    rows = "".join(f"row {n} {'abc ' * 300}end\n" for n in range(20))
    old = f"row 7 {'abc ' * 300}END"
    assert "in line 8" in said(rows, Edit(old, "x"))


def test_a_new_text_that_only_ends_earlier_is_no_sign_of_that() -> None:
    assert "already" not in said("alpha()\nbeta(2)\n", Edit("alpha()\nbeta(1)", "alpha()"))


def test_nothing_near_and_an_empty_file() -> None:
    assert "Nothing in the file is like" in said("alpha = 1\n", Edit("impl Drop for Socket {", "x"))
    assert "is empty" in said("\n", Edit("alpha", "x"))


def test_edits_that_fit_need_no_word() -> None:
    assert said("alpha = 1\n", Edit("alpha = 1", "x")) == ""


def test_of_a_long_line_a_piece_is_shown() -> None:
    line = ";".join(f"f{at}=function(x){{return x*{at}}}" for at in range(4_000))
    text = said(line, Edit("f2900=function(x){return y*2900}", ""))
    assert "f2900=function(x){return x*2900}" in text


def test_of_many_lines_those_that_differ_are_shown() -> None:
    lines = [f"value_{at} = compute_{at}(source_{at})" for at in range(120)]
    old = "\n".join(lines).replace("compute_70(", "compute_seventy(")
    text = said("\n".join(lines), Edit(old, "x"))
    assert lines[70] in text
    assert "line" in text


def test_little_room_is_kept_to() -> None:
    text = "\n".join(f"value_{at} = compute(source)" for at in range(50))
    for room in (0, 50, 130, 300, 700):
        said(text, Edit("value_7 = compute(sources)", "x"), Edit("compute(source)", "x"), room=room)
