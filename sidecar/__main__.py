"""Wiring: `serve` for pi-bridge, every other word for the shell."""

from __future__ import annotations

import os
import sys

_HOME = os.path.realpath(f"{os.path.dirname(__file__)}/..")  # noqa: PTH120
if __name__ == "__main__" and not sys.flags.safe_path and os.path.realpath(sys.path[0]) != _HOME:
    del sys.path[0]  # the current folder: a jsonschema.py in it is not ours

import contextlib  # noqa: E402
import gc  # noqa: E402
import logging  # noqa: E402
import signal  # noqa: E402
import threading  # noqa: E402
import warnings  # noqa: E402

SWITCH_S = 0.0005  # the longest that another thread keeps the interpreter while a message waits


def main() -> None:
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        from .cli.main import main

        sys.exit(main(sys.argv[1:], os.environ))


def serve() -> None:
    gc.disable()  # imports make no garbage; `warm` enables it
    sys.setswitchinterval(SWITCH_S)
    from .rpc.dispatch import Dispatch
    from .rpc.host import Host
    from .rpc.methods import method_table, warm
    from .rpc.server import Server
    from .rpc.stdio import take_stdio
    from .session.application import Application

    wire = take_stdio()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(message)s")
    logging.raiseExceptions = False  # a closed stderr must not make logging print
    warnings.simplefilter("ignore")  # ast warns about text that a model wrote
    threading.excepthook = _logged
    if not os.isatty(0):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for pi, which closes our input when it ends
    host = Host()
    application = Application(host)

    def prepare() -> None:
        warm()
        application.glance()

    Server(wire, Dispatch(method_table(application), lambda: application.ready), host, prepare).run()
    application.close()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # the reader may be gone
            stream.flush()
    os._exit(0)  # a thread that hangs must not keep the process alive


def _logged(ended: threading.ExceptHookArgs) -> None:
    """Log where a thread failed, without the values it held."""
    from .rpc.dispatch import internal_error

    if ended.exc_value is not None:
        internal_error(ended.exc_value, "a thread")


if __name__ == "__main__":
    main()
