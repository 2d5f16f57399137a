"""The bars of the prompt-size benchmark hold: no timing in it, so it is a test too."""

from __future__ import annotations

import pytest

from scripts.benchmarks import prompts

ROWS = list(prompts.rows())


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_prompt_stays_small(row: tuple[str, prompts.Size, prompts.Size, float]) -> None:
    _, small, large, bar = row
    assert large.prompt <= bar * small.prompt
    assert large.request <= bar * small.request
