"""`{a: 'x', // note⏎}` → {"a": "x"}: JSON5, JavaScript, and JSON with small mistakes."""

from __future__ import annotations

from sidecar.core.argument_text.machine import Dialect, Machine
from sidecar.core.argument_text.strings import read_string
from sidecar.core.argument_text.verdict import Verdict
from sidecar.core.values import CONSTANTS

WORDS = {
    **CONSTANTS,
    "TRUE": True,
    "FALSE": False,
    "NULL": None,
    "NaN": None,  # as JSON.stringify writes it; the schema decides whether null is valid
    "undefined": None,
    "nil": None,
}


def _string(machine: Machine, pos: int) -> tuple[str, int]:
    value, end, step = read_string(machine.text, pos, machine.stop)
    machine.note(step)
    return value, end


LENIENT = Dialect(WORDS, _string, _string)


def read_lenient(text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    return Machine(text, start, stop, LENIENT, keys).run()
