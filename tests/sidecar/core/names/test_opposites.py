"""Words a letter or two apart: which are opposites, which are slips."""

from __future__ import annotations

import pytest

from sidecar.core.names.opposites import opposed

OPPOSITES = [
    ("payer", "payee"), ("grantor", "grantee"), ("ingress", "egress"), ("unblocked", "blocked"),
    ("invisible", "visible"), ("minimize", "maximize"), ("inclusive", "exclusive"), ("async", "sync"),
    ("increase", "decrease"), ("ascending", "descending"), ("xlarge", "large"), ("https", "http"),
    ("sftp", "ftp"), ("unable", "enable"), ("careful", "careless"),
]  # fmt: skip
SLIPS = [
    ("contnet", "content"), ("limrt", "limit"), ("sports", "sport"), ("prie", "price"), ("pathh", "path"),
    ("lables", "labels"), ("recipeint", "recipient"),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), OPPOSITES)
def test_opposites_are_told_whichever_comes_first(left: str, right: str) -> None:
    assert opposed(left, right)
    assert opposed(right, left)


@pytest.mark.parametrize(("left", "right"), SLIPS)
def test_a_slip_is_no_opposite(left: str, right: str) -> None:
    assert not opposed(left, right)
    assert not opposed(right, left)
