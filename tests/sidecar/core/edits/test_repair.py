"""Several edits of one call: all of them fit, or none is changed."""

from __future__ import annotations

from sidecar.core.edits import Edit, FileText, repair

FILE = FileText("a = 1\nb = 2\nc = 3\nd = 4\n")


def test_the_edits_that_fit_stay_beside_the_one_that_is_repaired() -> None:
    found = repair([Edit("a = 1", "a = 9"), Edit("2\tb = 2", "2\tb = 9")], FILE)
    assert found is not None
    assert found.edits == (Edit("a = 1", "a = 9"), Edit("b = 2", "b = 9"))
    assert found.transforms == {1: "edit-line-numbers"}


def test_one_that_cannot_be_repaired_leaves_all_as_they_are() -> None:
    assert repair([Edit("2\tb = 2", "2\tb = 9"), Edit("z = 7", "z = 8")], FILE) is None


def test_edits_that_all_fit_are_not_looked_into() -> None:
    assert repair([Edit("a = 1", "a = 9"), Edit("c = 3", "c = 9")], FILE) is None


def test_an_edit_that_pi_refuses_beside_it_leaves_all_as_they_are() -> None:
    twice = FileText("x = 1\nx = 1\nb = 2\n")
    assert repair([Edit("x = 1", "x = 2"), Edit("3\tb = 2", "3\tb = 9")], twice) is None


def test_two_edits_of_the_same_lines_are_for_pi_to_refuse() -> None:
    assert repair([Edit("a = 1\nb = 2", ""), Edit("2\tb = 2", "2\tb = 9")], FILE) is None


def test_what_pi_itself_finds_is_left_to_it() -> None:
    assert repair([Edit("b\u00a0= 2", "b = 9")], FileText("b = 2  \n")) is None


def test_line_ends_and_a_byte_order_mark_are_read_as_pi_reads_them() -> None:
    found = repair([Edit("1\ta = 1\n2\tb = 2", "1\ta = 1\n2\tb = 3")], FileText("\ufeffa = 1\r\nb = 2\r\n"))
    assert found is not None
    assert found.edits == (Edit("a = 1\nb = 2", "a = 1\nb = 3"),)


def test_two_readings_that_leave_different_files_are_no_reading() -> None:
    file = FileText("y\n    x = 1\n    u = 2\nz\n        x = 1\n        u = 2\n")
    assert repair([Edit("  x = 1\n  u = 2", "  x = 2\n  u = 2")], file) is None
