"""Names as words, singulars, distances, and which names are alike in which way."""

from __future__ import annotations

from random import Random

import pytest

from sidecar.core.names.likeness import Likeness, likeness
from sidecar.core.names.words import distance, plain, singular, words


@pytest.mark.parametrize("name", ["filePath", "file-path", "FILE_PATH", "file path", "FilePath", "file.path"])
def test_every_spelling_is_the_same_words(name: str) -> None:
    assert words(name) == ("file", "path")
    assert plain(name) == "filepath"


def test_digits_and_scripts_are_words() -> None:
    assert words("x2Label") == ("x", "2", "label")
    assert words("HTMLParser") == ("html", "parser")
    assert words("größe_ß") != ()
    assert words("__") == ()


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("paths", "path"), ("queries", "query"), ("boxes", "box"), ("ids", "id"), ("class", "class"),
        ("address", "address"), ("bus", "bus"), ("matches", "match"), ("series", "sery"),
    ],
)  # fmt: skip
def test_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("left", "right", "edits"),
    [
        ("content", "content", 0),
        ("contnet", "content", 1),
        ("contet", "content", 1),
        ("abc", "xyz", 3),
        ("", "a", 1),
    ],
)
def test_distance(left: str, right: str, edits: int) -> None:
    assert distance(left, right, 2) == min(edits, 3)
    assert distance(right, left, 2) == min(edits, 3)


@pytest.mark.parametrize(
    ("key", "name", "alike"),
    [
        ("filePath", "file_path", Likeness.SPELLING),
        ("filename", "path", Likeness.ALIAS),
        ("paths", "path", Likeness.PLURAL),
        ("input_path", "path", Likeness.IDLE_WORD),
        ("city", "city_name", Likeness.ALIAS),
        ("repo", "repository", Likeness.ALIAS),
        ("probe_path", "path", Likeness.NOUN),
        ("user", "user_id", Likeness.KIND),
        ("contnet", "content", Likeness.MISSPELT),
        ("lattitude", "latitude", Likeness.MISSPELT),
    ],
)
def test_alike(key: str, name: str, alike: Likeness) -> None:
    assert likeness(key, name, "probe") is alike


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("height", "weight"), ("altitude", "latitude"), ("max_price", "min_price"), ("maximum", "minimum"),
        ("include", "exclude"), ("import", "export"), ("encrypt", "decrypt"), ("increase", "decrease"),
        ("no_verify", "verify"), ("exclude_files", "files"), ("case", "ignore_case"),
        ("timeout_ms", "timeout"),
        ("distance_miles", "distance"), ("side_a", "side_b"), ("x1", "x2"), ("valid", "invalid"),
        ("read", "road"),
        ("inactive", "active"), ("visible", "invisible"), ("internal", "external"), ("implicit", "explicit"),
        ("content_type", "content"), ("linked_issue", "issue"), ("page_size", "page"), ("updated", "update"),
        ("contant", "content"), ("adress2", "address2"),
        ("first", "last"), ("from", "form"), ("", "a"), ("<tag>", "tag"), ("a" * 500, "a"),
    ],
)  # fmt: skip
def test_not_alike(key: str, name: str) -> None:
    assert likeness(key, name, "probe") is None


@pytest.mark.parametrize("seed", range(20))
def test_the_distance_is_that_of_the_whole_table(seed: int) -> None:
    """Against the plain algorithm, which looks at every cell."""
    rng = Random(seed)  # noqa: S311
    for _ in range(200):
        left = "".join(rng.choice("abc") for _ in range(rng.randrange(9)))
        right = "".join(rng.choice("abc") for _ in range(rng.randrange(9))) if rng.random() < 0.3 else left
        for _ in range(rng.randrange(4)):
            at = rng.randint(0, len(right))
            right = (
                right[:at] + rng.choice(["", "x", right[at : at + 2][::-1]]) + right[at + rng.randrange(3) :]
            )
        limit = rng.randrange(4)
        assert distance(left, right, limit) == min(whole_table(left, right), limit + 1), (left, right, limit)


def whole_table(left: str, right: str) -> int:
    table = [[i + j for j in range(len(right) + 1)] for i in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]
