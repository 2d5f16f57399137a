"""Every test runs with an empty home: the user's own settings, journal and sessions are out of reach."""

from __future__ import annotations

import os
import re
import shutil
import tempfile

import pytest

_OWN = re.compile(r"(XDG_\w+_(HOME|DIR)|PI_\w+|TOOLRECOVERY_\w+)")
_HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA")


def pytest_configure(config: pytest.Config) -> None:
    """Before anything of the project is imported, and for every process that a test starts."""
    home = tempfile.mkdtemp(prefix="toolrecovery-home-")
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    for name in [name for name in os.environ if _OWN.fullmatch(name)]:
        del os.environ[name]
    os.environ.update(dict.fromkeys(_HOMES, home))
