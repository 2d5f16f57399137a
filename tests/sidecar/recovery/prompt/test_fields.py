"""Which of a required argument's choices a recovery model may make where the call said none."""

from __future__ import annotations

import pytest

from sidecar.core.schema.contract import contract
from sidecar.recovery.prompt.fields import place

SHARE = contract(
    {
        "type": "object",
        "required": ["visibility"],
        "properties": {
            "visibility": {"type": "string", "enum": ["private", "public", "everyone", "delete_after"]}
        },
    }
)


@pytest.mark.parametrize("choice", ["public", "everyone", "delete_after"])
def test_a_choice_that_grants_or_destroys_is_nobody_elses(choice: str) -> None:
    assert not place(SHARE, {}, ("visibility",)).constant(choice)


def test_the_choice_that_grants_nothing_may_be_filled_in() -> None:
    assert place(SHARE, {}, ("visibility",)).constant("private")
