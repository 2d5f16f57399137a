"""How much work judging a message may take, counted in steps: one step too many ends it.

A schema of a few hundred characters can ask for more work than there is time in the world. Whatever a schema
makes long calls `step`; who judges says with `limited` how far that may go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .faults import OverBudgetError, UnusableSchemaError

OUT_OF_TIME = "judging the call took too long"
MOST_STEPS = 20_000  # without a clock; of up to 0.1 ms each, and a call of pi's own tools takes some dozens
STEPS_A_LOOK = 64  # steps between two looks at a clock
MOST_DEEP = 60  # references inside each other; each takes some ten of Python's 1000 frames
SLOW = 2_000  # steps that giving up on a regular expression counts


class _Budget:
    __slots__ = ("depth", "expired", "left")

    def __init__(self, expired: Callable[[], bool] | None) -> None:
        self.expired, self.depth = expired, 0
        self.left = MOST_STEPS if expired is None else STEPS_A_LOOK


_active: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def limited(expired: Callable[[], bool] | None = None) -> Iterator[None]:
    """What is done inside has one budget, the outermost. `expired` says when its time is over."""
    if _active.get() is not None:
        yield
        return
    token = _active.set(_Budget(expired))
    try:
        yield
    finally:
        _active.reset(token)


def step(count: int = 1) -> None:
    """Take `count` from the budget. Raises OverBudgetError where it is spent, and from then on."""
    budget = _active.get()
    if budget is None:
        return
    budget.left -= count
    if budget.left < 0:
        if budget.expired is None or budget.expired():
            raise OverBudgetError(OUT_OF_TIME)
        budget.left = STEPS_A_LOOK


@contextmanager
def deeper() -> Iterator[None]:
    """Inside, one reference more is being followed. Raises UnusableSchemaError where it is one too many."""
    budget = _active.get()
    if budget is None:
        yield
        return
    if budget.depth >= MOST_DEEP:
        raise UnusableSchemaError(f"over {MOST_DEEP} references inside each other")
    budget.depth += 1
    try:
        yield
    finally:
        budget.depth -= 1
