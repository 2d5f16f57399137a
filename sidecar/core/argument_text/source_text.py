"""`echo {"command": "ls"} > a.json` for bash → the words around the object may be the program itself.

What a model sends without any JSON around it may be the command or the script, and an object in it only a
part of that: to run the part would be another program.
"""

from __future__ import annotations

import re

from sidecar.core.names.words import plain
from sidecar.core.schema.contract import Contract

_SOURCE = frozenset({"bash", "cmd", "code", "command", "program", "script", "shell", "source", "sql"})
# "Sure! {…}", "Here are the arguments:⏎{…}": a sentence of words alone, and nothing after the object
_INTRODUCED = re.compile(r"\s*[A-Z][A-Za-z' ,]{0,200}[:!.]\s*(?:```\w*\s*)?\{.*\}[\s`]*", re.DOTALL)


def may_be_source(raw: str, contract: Contract) -> bool:
    """Whether the tool takes a program, and `raw` has words that may belong to one."""
    takes_source = any(plain(name) in _SOURCE for name in contract.root.properties)
    return takes_source and _INTRODUCED.fullmatch(raw) is None
