r"""`{'a': None, 'b': "\x1b"}` → {"a": null, "b": ESC}: a Python literal that is not JSON as well."""

from __future__ import annotations

import re

from sidecar.core.argument_text.machine import Dialect, Machine
from sidecar.core.argument_text.strings import QUOTES, read_string
from sidecar.core.argument_text.verdict import Candidate, Verdict
from sidecar.core.values import PYTHON_CONSTANTS

_SIGNS = re.compile(r"['(]|True|False|None|\"\"\"")
EVIDENCE = frozenset({"read-word", "read-single-quotes", "read-triple-quotes", "read-tuple"})


def _key(machine: Machine, pos: int) -> tuple[str, int]:
    value, end, step = read_string(machine.text, pos, machine.stop, python=True)
    machine.note(step)
    return value, end


def _string(machine: Machine, pos: int) -> tuple[str, int]:
    """A string and those right after it, joined as Python does."""
    parts: list[str] = []
    while True:
        value, end = _key(machine, pos)
        parts.append(value)
        pos = end
        while pos < machine.stop and machine.text[pos].isspace():
            pos += 1
        if pos >= machine.stop or machine.text[pos] not in QUOTES:
            return "".join(parts), end


PYTHON = Dialect(PYTHON_CONSTANTS, _string, _key)


def read_python(text: str, start: int, stop: int, keys: frozenset[str]) -> Verdict:
    if not _SIGNS.search(text, start, stop):
        return None
    verdict = Machine(text, start, stop, PYTHON).run()
    if isinstance(verdict, Candidate) and not EVIDENCE.intersection(verdict.steps):
        return None
    return verdict
