"""pi is gone, however it went: so is the sidecar, whatever it was doing."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sidecar.conftest import ROOT
from tests.sidecar.peer import HANGS_S

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")

SERVE = """
import os, sys; sys.argv[1:] = ["serve"]
from sidecar.rpc import orphan
plain = orphan.continue_at_parent_death
def told():
    plain()
    os.write(2, b"guarded\\n")
orphan.continue_at_parent_death = told
{fault}
from sidecar.__main__ import main; main()
"""
# A repair that keeps every other thread of the process from running, for ever.
HOLDS_INTERPRETER = """
import ctypes
import sidecar.session.messages as messages
def stuck(*args, **kwargs):
    os.write(2, b"stuck\\n")
    ctypes.PyDLL(None).sleep(100000)
messages.Task = stuck
"""
NOBODY_TELLS = """
orphan.continue_at_parent_death = lambda: os.write(2, b"guarded\\n")
orphan.WORK_MOST_S = 0.2
"""
# Stands for pi: it alone holds the pipes. Says its child's id when all is as the test wants it, then waits.
HOST = """
import os, signal, subprocess, sys
from tests.sidecar.peer import WRITE, Peer, call, hello, request
code, folder, alive, acts = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
child = subprocess.Popen([sys.executable, "-c", code], pass_fds=[alive], **pipes)
os.close(alive)
peer = Peer(child.stdout.fileno(), child.stdin.fileno())
peer.ask(-1, "initialize", hello(folder))
peer.ask(-2, "tools/set", {"key": "k", "tools": [WRITE]})
assert child.stderr.readline() == b"guarded\\n"
if "repair" in acts:
    peer.send(request(1, "message/repair", {"message": call({"filename": "a"}), "tools": "k"}))
    assert child.stderr.readline() == b"stuck\\n"
if "stop" in acts:
    child.send_signal(signal.SIGSTOP)
    os.waitpid(child.pid, os.WUNTRACED)
print(child.pid, flush=True)
sys.stdin.read()
"""


class Staged:
    """A host that can be killed. Its sidecar holds the far end of `alive` for as long as it lives."""

    def __init__(self, folder: Path, fault: str, acts: tuple[str, ...]) -> None:
        self.alive, far = os.pipe()
        env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder / "state")}
        run = [sys.executable, "-c", HOST, SERVE.format(fault=fault), str(folder), str(far), *acts]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.host = subprocess.Popen(run, env=env, pass_fds=[far], **pipes)
        os.close(far)
        assert self.host.stdout is not None
        self.sidecar = int(self.host.stdout.readline())

    def kill_host(self) -> None:
        self.host.kill()
        self.host.wait()

    def sidecar_is_gone(self) -> bool:
        return bool(select.select([self.alive], [], [], HANGS_S)[0]) and os.read(self.alive, 1) == b""

    def clear(self) -> None:
        self.host.kill()
        if not self.sidecar_is_gone_already():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.sidecar, signal.SIGKILL)
        self.host.communicate()
        os.close(self.alive)

    def sidecar_is_gone_already(self) -> bool:
        return bool(select.select([self.alive], [], [], 0)[0])


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Callable[..., Staged]]:
    made: list[Staged] = []

    def make(*acts: str, fault: str = "") -> Staged:
        made.append(Staged(tmp_path, fault, acts))
        return made[-1]

    yield make
    for each in made:
        each.clear()


def test_an_idle_one_sees_the_end_of_its_input(stage: Any) -> None:
    staged = stage()
    staged.kill_host()
    assert staged.sidecar_is_gone()


@linux
def test_a_stopped_one_goes_on_to_see_it(stage: Any) -> None:
    staged = stage("stop")
    staged.kill_host()
    assert staged.sidecar_is_gone()


@linux
@pytest.mark.parametrize("acts", [("repair",), ("repair", "stop")], ids=["at work", "stopped at work"])
def test_one_whose_work_holds_the_interpreter_is_ended(stage: Any, acts: tuple[str, ...]) -> None:
    staged = stage(*acts, fault=HOLDS_INTERPRETER)
    staged.kill_host()
    assert staged.sidecar_is_gone()


def test_where_nobody_tells_work_that_holds_the_interpreter_has_an_end(stage: Any) -> None:
    staged = stage("repair", fault=NOBODY_TELLS + HOLDS_INTERPRETER)
    assert staged.sidecar_is_gone()
    assert staged.host.poll() is None, "the host lives"
