"""An accepted answer is learned when pi ran it without error; a learned repair that fails is forgotten.

Where the file cannot be used, nothing is learned and every message is handled all the same.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sidecar import paths
from sidecar.core.blocks import Answer, Question
from sidecar.core.learned import Shape, derive, fault
from sidecar.core.toolset import Toolset
from sidecar.errors import StateBusyError, StateError
from sidecar.state.learned import LearnedStore

log = logging.getLogger("toolrecovery")

MOST_WAITING = 256  # calls without a result yet; a call that pi aborts never gets one


@dataclass(frozen=True, slots=True)
class _Taught:
    """What a recovery model's answer to a call will teach, if it runs. `shape` None: nothing."""

    fault: str
    shape: Shape | None


class Learning:
    def __init__(
        self,
        store: LearnedStore,
        project: Callable[[], str],
        clock: Callable[[], float] = time.time,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        """`project`: the folder of the session. `clock`: seconds since the epoch. `warn` gets a line for the
        person, perhaps repeatedly.
        """
        self.store = store
        self._project = project
        self._warn = warn
        self._clock = clock
        self._waiting: OrderedDict[str, _Taught | str] = (
            OrderedDict()
        )  # by call id; text: the fault that a learned repair mended

    def lookup(self, name: str) -> Shape | None:
        """The shape that mends the fault `name`, if one was learned."""
        try:
            return self.store.get(self._project(), name)
        except StateError as error:
            self._trouble(error)
            return None

    def taught(self, questions: Iterable[Question], answers: Mapping[str, Answer], tools: Toolset) -> None:
        """A model's `answers`, by call id, were accepted: each is learned once pi ran it."""
        for call in (question.call for question in questions if question.call.id in answers):
            name = fault(call, tools)
            if name is not None:
                self._wait(call.id, _Taught(name, derive(call, answers[call.id], tools)))

    def applied(self, faults: Mapping[str, str]) -> None:
        """Learned repairs were applied; `faults`: the fault by call id."""
        for call_id, name in faults.items():
            self._wait(call_id, name)

    def observed(self, call_id: str, is_error: bool) -> None:
        """The result of a call came; `is_error`: the tool failed, or pi refused the call."""
        waited = self._waiting.pop(call_id, None)
        if waited is None:
            return
        project = self._project()
        name = waited if isinstance(waited, str) else waited.fault
        try:
            if is_error:
                self.store.forget(project, name)
            elif isinstance(waited, str):
                self.store.used(project, name, self._clock())
            elif waited.shape is not None:
                self.store.put(project, name, waited.shape, self._clock())
        except StateError as error:
            self._trouble(error)

    def rejected(self, call_id: str) -> None:
        """pi's validator refused the repaired call."""
        self.observed(call_id, is_error=True)

    def _trouble(self, error: StateError) -> None:
        log.warning("%s", error)
        if not isinstance(error, StateBusyError):  # the next time may do
            self._warn(f"toolrecovery learns nothing: {error}")

    def _wait(self, call_id: str, what: _Taught | str) -> None:
        self._waiting[call_id] = what
        self._waiting.move_to_end(call_id)
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)


def open_learning(
    environ: Mapping[str, str], project: Callable[[], str], warn: Callable[[str], None]
) -> Learning:
    """With the learned repairs in the user's state directory."""
    return Learning(LearnedStore(paths.learned(environ)), project, warn=warn)
