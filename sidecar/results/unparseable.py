"""Argument text that was no JSON object → one line that says so, and where it stops being JSON."""

from __future__ import annotations

import json
import re

SHOWN = 32  # characters before the fault
_ESCAPED = re.compile(r"\\.", re.DOTALL)


def diagnosis(raw: str) -> str:
    """`raw` is the text the model sent as arguments."""
    text = raw.strip()
    try:
        value = json.loads(text)
    except ValueError as error:
        return _where(text, error.pos if isinstance(error, json.JSONDecodeError) else 0)
    except RecursionError:
        return "The arguments were nested too deep. Send one flat JSON object."
    if isinstance(value, str):
        return "The arguments came as a text in quotes. Send the JSON object itself, not quoted."
    if isinstance(value, list):
        return "The arguments came as a list. Send one JSON object, not a list; two calls are two tool calls."
    return "The arguments were no JSON object. Send one object with the keys of the tool."


def _where(text: str, position: int) -> str:
    if _ESCAPED.sub("", text).count('"') % 2:
        return (
            'The argument text ends inside a string: it was cut off, or a quote in it is not escaped as \\".'
            " Send one whole JSON object; split a very long value over several calls."
        )
    if text.startswith(("```", "<")):
        return "The arguments came wrapped in markup. Send the JSON object alone, with nothing around it."
    before = " ".join(text[max(0, position - SHOWN) : position].split())
    after = " ".join(text[position : position + 12].split())
    if not after:
        return f"The argument text ends too early, after «{before}»: a bracket or brace is not closed."
    place = f"after «{before}» came «{after}»" if before else f"it begins with «{after}»"
    return (
        f"The arguments were not readable as JSON: {place}."
        ' Send one JSON object: keys and texts in double quotes, \\" and \\n inside them, nothing around it.'
    )
