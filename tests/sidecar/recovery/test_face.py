"""What others import from `sidecar.recovery` is there, and costs nothing before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import sidecar.recovery
from tests.places import ROOT


def test_every_name_of_the_face_is_there() -> None:
    names = [name for found in sidecar.recovery._MODULES.values() for name in found]
    assert all(callable(getattr(sidecar.recovery, name)) or name == "Repair" for name in names)
    with pytest.raises(AttributeError):
        _ = sidecar.recovery.RecoveryRoom


@pytest.mark.parametrize(
    ("used", "unwanted"),
    [("probe", "jsonschema"), ("HttpBackend", "httpx"), ("Endpoint", "sidecar.recovery.judge")],
)
def test_a_name_loads_only_what_it_needs(used: str, unwanted: str) -> None:
    code = f"import sys; from sidecar.recovery import {used}; sys.exit({unwanted!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
