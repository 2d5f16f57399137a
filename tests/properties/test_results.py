"""Whatever fails, however often: the block is short, new, and holds nothing pi would retry the turn for."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from sidecar.results.wording import LONGEST_BLOCK, essence
from tests.sidecar.results.stage import Stage, cases

CASES = [case for _, case in cases()]
WORDS = [
    "timeout",
    "429",
    "HTTP 503",
    "path",
    "nct_id",
    "Rate limit",
    "x" * 5000,
    "\u202e\x00",
    "länge",
    "ok",
]
RETRIED = re.compile(r"\b[1-5]\d\d\b|time-?out|timed out|rate limit|server error|overloaded", re.IGNORECASE)
KEYS = [
    "retry_hint",
    "examples",
    "alternatives",
    "feedback_hint",
    "errors",
    "message",
    "error",
    "hint",
    "_meta",
]


def value(draw: random.Random, depth: int = 0) -> Any:
    if depth < 3 and draw.random() < 0.6:
        if draw.random() < 0.3:
            return [value(draw, depth + 1) for _ in range(draw.randrange(4))]
        return {draw.choice([*KEYS, *WORDS]): value(draw, depth + 1) for _ in range(draw.randrange(5))}
    return draw.choice([*WORDS, 500, 3.429, None, True, " ".join(draw.choices(WORDS, k=4))])


@pytest.mark.parametrize("seed", range(40))
def test_any_block(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311
    case = draw.choice(CASES)
    stage = Stage(json.loads(case["tools"]))
    for _ in range(12):
        case = draw.choice(CASES)
        arguments = json.loads(case["input"])
        if draw.random() < 0.5:
            arguments[draw.choice(WORDS)] = value(draw)
        text = case["text"].strip() if draw.random() < 0.7 else json.dumps(value(draw))
        block = stage.see(
            case["tool"],
            arguments,
            text,
            details=value(draw),
            structuredContent=value(draw),
            isError=draw.random() < 0.8,
            executed=draw.random() < 0.6,
        )
        if block is not None:
            assert 0 < len(block) <= LONGEST_BLOCK
            assert not RETRIED.search(block)
            assert not [line for line in block.splitlines() if essence(line) in essence(text)]
            assert len(set(block.splitlines())) == len(block.splitlines())
