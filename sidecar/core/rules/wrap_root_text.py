"""`"/path/to/file"` → `{"path": "/path/to/file"}`: the whole input is the text a tool mainly takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.patch import replace
from sidecar.core.pi_tools import PI_TOOLS
from sidecar.core.proposals.proposal import Cost, Proposal, propose, rule
from sidecar.core.proposals.state import State
from sidecar.core.schema.violation import Violation

_OTHER_TOOLS = {"fabric_exec": "code"}
# "I'll list the files" is what a model says, not what it wants run.
_PROSE = re.compile(r"[A-Z][a-z']*\s+\w+|(?:i|let|now|we|please|this|the|here|sure|ok|okay|to)\b[\s,']")


@rule("type")
def wrap_root_text(violation: Violation, state: State) -> Iterator[Proposal]:
    text = state.arguments
    if violation.path or not isinstance(text, str) or not text.strip() or text.strip()[0] in "{[":
        return
    pis = PI_TOOLS.get(state.tool)
    name = pis.main if pis is not None else _OTHER_TOOLS.get(state.tool)
    if name is None or name not in state.contract.root.properties:
        return
    if pis is not None and pis.runs and _PROSE.match(text.strip()):
        return
    if name == "path" and ((len(text.split()) > 1 and "/" not in text) or "\n" in text):
        return
    yield propose(Cost.KNOWN, replace((), {name: text}))
