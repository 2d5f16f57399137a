"""Whether something listens at an address: one TCP connection, over which nothing is sent."""

from __future__ import annotations

import socket
import threading
from urllib.parse import urlsplit

PATIENCE_S = 1.0  # for looking up the name and connecting
_PORTS = {"http": 80, "https": 443}


def trouble(base_url: str, patience_s: float = PATIENCE_S) -> str | None:
    """Why nothing can be reached at `base_url` within the time; None where something listens."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return "the address cannot be read"
    if not host or not port:
        return "the address cannot be read"
    found: list[str | None] = []
    # a thread: looking a name up cannot be given a deadline
    look = threading.Thread(target=lambda: found.append(_connect(host, port, patience_s)), daemon=True)
    look.start()
    look.join(patience_s)
    return found[0] if found else f"nothing answered within {patience_s:g} s"


def _connect(host: str, port: int, patience_s: float) -> str | None:
    try:
        socket.create_connection((host, port), patience_s).close()
    except TimeoutError:
        return f"nothing answered within {patience_s:g} s"
    except OSError as error:
        return error.strerror or str(error)
    return None
