"""A sidecar in memory and the real process, each with a peer that talks to it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sidecar.rpc.dispatch import Dispatch
from sidecar.rpc.host import Host
from sidecar.rpc.methods import method_table
from sidecar.rpc.server import Server
from sidecar.rpc.stdio import Wire
from sidecar.session.application import Application
from tests.places import ROOT
from tests.sidecar.peer import HANGS_S, WRITE, Peer, hello, request


class InMemory:
    """`serve` on a thread, over two pipes. `start` greets; without it the sidecar is not initialized."""

    def __init__(self, agent_dir: Path, connect: Any = None) -> None:
        to_sidecar, from_peer = os.pipe()
        to_peer, from_sidecar = os.pipe()
        self._agent_dir, self._ends = agent_dir, (to_sidecar, from_sidecar)
        self.peer = Peer(to_peer, from_peer)
        self.host = Host()
        environ = {"XDG_STATE_HOME": str(agent_dir / "state")}
        self.application = application = Application(self.host, environ=environ, connect=connect)
        dispatch = Dispatch(method_table(application), lambda: application.ready)
        self.server = Server(Wire(to_sidecar, from_sidecar), dispatch, self.host)
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()

    def start(self) -> Peer:
        self.peer.send(request(-1, "initialize", hello(self._agent_dir)))
        assert self.peer.answer(-1)["result"]["protocol"] == 1
        self.peer.send(request(-2, "tools/set", {"key": "k", "tools": [WRITE]}))
        assert self.peer.answer(-2)["result"] == {"key": "k"}
        return self.peer

    def ended(self) -> bool:
        self._thread.join(HANGS_S)
        return not self._thread.is_alive()

    def stop(self) -> None:
        if self.peer.write_fd != -1:
            self.peer.close_input()
        assert self.ended()
        self.application.close()
        for fd in self._ends:
            os.close(fd)
        self.peer.close()


@pytest.fixture
def in_memory(tmp_path: Path) -> Iterator[Callable[..., InMemory]]:
    made: list[InMemory] = []

    def make(connect: Any = None) -> InMemory:
        made.append(InMemory(tmp_path, connect))
        return made[-1]

    yield make
    for each in made:
        each.stop()


@pytest.fixture
def peer(in_memory: Callable[..., InMemory]) -> Peer:
    """A greeted sidecar in memory that knows the tool `write` under the key k."""
    return in_memory().start()


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """The real process. `code` runs before `serve` begins, to inject a fault."""
    made: list[subprocess.Popen[bytes]] = []
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PI_CODING_AGENT_DIR": str(tmp_path)}
    env["XDG_STATE_HOME"] = str(tmp_path / "state")

    def make(code: str = "", **how: Any) -> subprocess.Popen[bytes]:
        run = ["-m", "sidecar", "serve"]
        if code:
            run = [
                "-c",
                f"import sys; sys.argv[1:] = ['serve']\n{code}\nfrom sidecar.__main__ import main; main()",
            ]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        made.append(subprocess.Popen([sys.executable, *run], env=env, cwd=tmp_path, **{**pipes, **how}))
        return made[-1]

    yield make
    for process in made:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def peer_of(process: subprocess.Popen[bytes]) -> Peer:
    assert process.stdin and process.stdout
    return Peer(process.stdout.fileno(), process.stdin.fileno())
