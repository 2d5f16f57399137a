"""`scripts/sbom` names all that runs beside our own code, and nothing that only tests need."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from pytest_subprocess import FakeProcess

from tests.places import ROOT


@pytest.fixture
def components(fp: FakeProcess) -> dict[str, dict[str, object]]:
    fp.allow_unregistered(True)
    run = [sys.executable, ROOT / "scripts/sbom"]
    bill = json.loads(subprocess.run(run, capture_output=True, check=True).stdout)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "toolrecovery"
    return {component["purl"]: component for component in bill["components"]}


def test_every_locked_package_of_a_user_is_there_with_its_hashes(
    components: dict[str, dict[str, object]],
) -> None:
    text = "".join(
        (ROOT / name).read_text("utf-8") for name in ("requirements.lock", "requirements-build.lock")
    )
    locked = re.findall(r"^(\S+)==(\S+) ", text, re.M)
    assert locked
    assert {f"pkg:pypi/{name}@{version}" for name, version in locked} == {
        purl for purl in components if purl.startswith("pkg:pypi/")
    }
    told = [one["content"] for component in components.values() for one in component.get("hashes", ())]  # type: ignore[attr-defined]
    assert sorted(told) == sorted(re.findall(r"sha256:(\w+)", text))


def test_the_packed_javascript_is_there_and_has_a_notice(components: dict[str, dict[str, object]]) -> None:
    about = json.loads((ROOT / "pi-bridge/vendor/vscode-jsonrpc/package.json").read_text("utf-8"))
    assert f"pkg:npm/{about['name']}@{about['version']}" in components
    notice = (ROOT / "pi-bridge/vendor/NOTICE").read_text("utf-8")
    assert f"{about['name']}, version {about['version']}" in notice
    for paper in re.findall(r"vscode-jsonrpc/\w+\.txt", notice):
        assert (ROOT / "pi-bridge/vendor" / paper).is_file()
