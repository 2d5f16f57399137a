"""The real sidecar with faults to order: a call's content that begins with `chaos:` says what happens to it.

`die` and `stop` are signals to itself in the middle of the request, `die-after` right behind the answer;
`spin` works for ever, `hold` so that no other thread can. What it is about to do goes to the file CHAOS_LOG.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

sys.path[0] = str(Path(__file__).parents[3])

from sidecar import __main__  # noqa: E402
from sidecar.rpc.stdio import Wire  # noqa: E402
from sidecar.session import messages  # noqa: E402

dying = threading.Event()


def log(line: str) -> None:
    with open(os.environ["CHAOS_LOG"], "a") as file:  # noqa: PTH123
        file.write(f"{line} {os.getpid()}\n")


def fault(message: Any) -> None:
    contents = [str(block.get("arguments", {}).get("content", "")) for block in message["content"]]
    words = [each.removeprefix("chaos:").split()[0] for each in contents if each.startswith("chaos:")]
    word = words[0] if words else ""
    if word:
        log(word)
    match word:
        case "die":
            signal.pthread_kill(threading.get_ident(), signal.SIGKILL)
        case "die-after":
            dying.set()
        case "stop":
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)  # not when another thread is scheduled
        case "spin":
            while True:
                pass
        case "hold":
            import ctypes

            ctypes.PyDLL(None).sleep(100_000)


class Task(messages.Task):
    def __init__(self, request: messages.RepairRequest, *args: Any) -> None:
        if not request.live:  # a look ahead is not the message
            fault(request.message)
        super().__init__(request, *args)


plain_send = Wire.send


def send(wire: Wire, message: Any) -> None:
    # asked before it is sent: what is sent may bring the next request, and that one sets `dying`
    last = dying.is_set() and "repairs" in (message.get("result") or {})
    plain_send(wire, message)
    if last:
        signal.pthread_kill(threading.get_ident(), signal.SIGKILL)


messages.Task = Task  # type: ignore[misc]
Wire.send = send  # type: ignore[method-assign]
log("started")
if flood := int(os.environ.get("CHAOS_STDERR_MB", "0")):

    def pour() -> None:
        for _ in range(flood):
            os.write(2, b"x" * 1023 + b"\n" + b"y" * (1024 * 1023) + b"\n")
        log("poured")

    threading.Thread(target=pour, daemon=True).start()
sys.argv[1:] = ["serve"]
__main__.main()
