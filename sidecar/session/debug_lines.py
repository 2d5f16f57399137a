"""What became of each call of a message, with its values, as lines of the debug log.

The lines are pi-tool-repair's, so that programs that read those read these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sidecar.core.blocks import JsonObject, Outcome
from sidecar.core.printable import one_line

LONGEST = 2_000  # characters of one value


def lines(message: JsonObject, outcome: Outcome) -> Iterator[str]:
    made = outcome.message["content"] if outcome.message is not None else ()  # of leaked text
    calls = (block for block in (*made, *message["content"]) if block.get("type") == "toolCall")
    blocks = {str(block.get("id")): block for block in calls}
    for record in outcome.repairs:
        how = "recovered" if record.stage in ("recovery", "grammar") else "repaired"
        rules = f" rules={','.join(record.rules)}" if record.rules else ""
        yield f"tool={_word(record.tool)} outcome={how} stage={record.stage}{rules} hints=1"
        given = blocks.get(record.id, {}).get("argumentsError")
        yield f"  input: {_short(given if given else record.before['arguments'])}"
        yield f"  repaired: {_short(record.after['arguments'])}"
        yield f"  hint[0]: {_word(record.summary)}"
    for declined in outcome.declined:
        yield f"tool={_word(declined.tool)} outcome=declined hints=1"
        block = blocks.get(declined.id, {})
        yield f"  input: {_short(block.get('argumentsError') or block.get('arguments'))}"
        yield f"  hint[0]: {_word(declined.reason)}"
    for guard in outcome.guards:
        block = blocks.get(guard.id, {})
        yield f"tool={_word(str(block.get('name')))} outcome=blocked hints=1"
        yield f"  input: {_short(block.get('arguments'))}"
        yield f"  hint[0]: {_word(guard.reason)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def _word(text: str) -> str:
    """One line, whatever a model wrote as a name."""
    return one_line(text[:LONGEST])
