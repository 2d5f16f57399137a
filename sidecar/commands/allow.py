"""`/toolrecovery grammar allow`: a leaked call that stayed text because the model was shown it may run."""

from __future__ import annotations

import json

from sidecar.core.blocks import LeftAsText

from .context import CommandContext, Reply

WORD = "allow"
MEANS = "the call that stayed text because it stood in what the model was shown: ask for it again"
AGAIN = (
    "The user has seen the tool call that you wrote as text in your last message, and allows it."
    " Make that call again now, exactly as you wrote it."
)
LONGEST = 300  # characters of a call's arguments


def run(context: CommandContext) -> Reply:
    calls = context.allow()
    if not calls:
        return Reply("No call stayed text in this session because the model was shown it.", "warning")
    lines = [f"  {_in_short(call)}" for call in calls]
    return Reply("\n".join(["allowed in this session, and the model is asked again:", *lines]), again=AGAIN)


def _in_short(call: LeftAsText) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return f"{call.name} {arguments if len(arguments) <= LONGEST else arguments[:LONGEST] + '…'}"
