"""A server as a child process: asked over its pipes, its processor time and memory read from the system."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FLOOR = ("-m", "scripts.benchmarks.servers.floor")
ECHO = ("-m", "scripts.benchmarks.servers.echo")
SIDECAR = ("-m", "sidecar", "serve")


class Process:
    def __init__(self, arguments: Sequence[str], config: Mapping[str, Any] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory()
        if config is not None:
            (Path(self._folder.name) / "tool-recovery.json").write_text(json.dumps(config), "utf-8")
        environ = {name: value for name, value in os.environ.items() if not name.startswith("TOOLRECOVERY_")}
        environ |= {"PI_CODING_AGENT_DIR": self._folder.name, "TOOLRECOVERY_STATE_DIR": self._folder.name}
        environ |= {"HOME": self._folder.name, "XDG_STATE_HOME": self._folder.name}
        self._child = subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._in, self._out = self._child.stdin.fileno(), self._child.stdout.fileno()  # type: ignore[union-attr]
        self._serial = 0

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._child.stdin.close()  # type: ignore[union-attr]
        self._child.wait()
        self._child.stdout.close()  # type: ignore[union-attr]
        self._folder.cleanup()

    def greet(self) -> None:
        hello = {"protocol": 1, "agentDir": self._folder.name, "cwd": "/", "mode": "print", "hasUI": False}
        self.ask("initialize", hello | {"bridge": "0", "pi": "0"})

    def start(self, tools: Sequence[Any]) -> None:
        """Greeted, and told of the tools."""
        self.greet()
        self.ask("tools/set", {"key": "k", "tools": list(tools)})

    def ask(self, method: str, params: Any) -> Any:
        answer = json.loads(self.exchange(self.request(method, params)))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer.get("result")

    def request(self, method: str, params: Any) -> bytes:
        """A frame with an id of its own, which `exchange` sends."""
        self._serial += 1
        return frame({"jsonrpc": "2.0", "id": self._serial, "method": method, "params": params})

    def exchange(self, request: bytes) -> bytes:
        """The body of the next frame that answers."""
        self._write(request)
        return self._read()

    def timed(self, request: bytes) -> float:
        """Milliseconds until the whole answer is here."""
        started = time.perf_counter()
        self._write(request)
        self._read()
        return (time.perf_counter() - started) * 1000

    def cpu_ms(self) -> float:
        """Processor time of all its threads so far; NaN where the system does not tell."""
        try:
            after_name = Path(f"/proc/{self._child.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(after_name[11]) + int(after_name[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def resident_mb(self) -> float:
        """Memory in use; NaN where the system does not tell."""
        try:
            status = Path(f"/proc/{self._child.pid}/status").read_text()
        except OSError:
            return float("nan")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(self._in, left) :]

    def _read(self) -> bytes:
        buffer = b""
        while b"\r\n\r\n" not in buffer:
            buffer += self._more()
        head, _, body = buffer.partition(b"\r\n\r\n")
        pieces, missing = [body], int(head.rpartition(b" ")[2]) - len(body)
        while missing > 0:
            pieces.append(self._more())
            missing -= len(pieces[-1])
        return b"".join(pieces)

    def _more(self) -> bytes:
        data = os.read(self._out, 256 * 1024)
        if not data:
            raise RuntimeError(f"the server ended: {' '.join(self._child.args)}")  # type: ignore[arg-type]
        return data


def frame(message: Any) -> bytes:
    body = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
