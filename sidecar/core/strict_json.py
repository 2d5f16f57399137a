"""JSON text ↔ values, NaN and infinities refused, lone surrogates kept."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


_decode = json.JSONDecoder(parse_constant=_refuse).decode
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def decode(text: bytes) -> Any:
    """Raises ValueError, RecursionError."""
    return _decode(text.decode("utf-8", "surrogatepass"))


def encode(value: Any) -> bytes:
    """ASCII: a lone surrogate becomes an escape. Raises ValueError, TypeError, RecursionError."""
    return _encode(value).encode("ascii")
