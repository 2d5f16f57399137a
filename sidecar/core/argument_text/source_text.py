"""`echo {"command": "ls"} > a.json` for bash → a program that holds an object, not arguments.

To take the object for the arguments would run another program than the model wrote.
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
