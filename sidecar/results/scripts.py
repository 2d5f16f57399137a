"""A codemode script that ended because pi refused a call in it → that call, to be explained as its own."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from .observation import Observation, Result

CODEMODE = "codemode"  # pi's tool that runs scripts
_REFUSED = re.compile(
    r'^Script failed\n.*?^Script error:\nError: (?P<said>Validation failed for tool "(?P<tool>[^"\n]+)":\n'
    r".*?\n\nReceived arguments:\n)(?=\{)",
    re.DOTALL | re.MULTILINE,
)
_READ = 20_000  # characters


def inner(observation: Observation) -> Observation:
    """The refused call, or the observation itself."""
    text = observation.text[:_READ]
    if (
        observation.tool != CODEMODE
        or not observation.result.is_error
        or not text.startswith("Script failed")
    ):
        return observation
    found = _REFUSED.match(text)
    if found is None:
        return observation
    try:
        arguments, end = json.JSONDecoder().raw_decode(text, found.end())
    except (ValueError, RecursionError):
        return observation
    said = ({"type": "text", "text": text[found.start("said") : end]},)
    return replace(
        observation,
        tool=found["tool"],
        arguments=arguments,
        result=Result(said, is_error=True),
        executed=False,
        sent=None,
    )
