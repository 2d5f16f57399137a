"""How many calls this process repaired, by stage, and what asking a model cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from sidecar.core.blocks import RepairRecord


class Tally:
    def __init__(self) -> None:
        self.repaired: Counter[str] = Counter()
        self.blocked = 0  # calls that a guard kept pi from running
        self.left_as_text = 0  # calls that the model wrote as text and that did not run
        self.taken_back = 0  # pi still rejected the repaired call
        self.turns_saved = 0  # messages with a repaired call that pi would have rejected or not seen
        self.model_calls = self.tokens_in = self.tokens_out = 0
        self.cost = 0.0

    def count(self, records: Iterable[RepairRecord], refused: Mapping[str, str | None] | None = None) -> None:
        """`refused`: by call id, pi's error for the call as the model sent it, None where pi accepts it."""
        saved = False
        for record in records:
            self.repaired[record.stage] += 1
            saved = saved or record.stage == "grammar" or bool((refused or {}).get(record.id))
        self.turns_saved += saved

    def spend(self, calls: int, tokens_in: int, tokens_out: int, cost: float) -> None:
        self.model_calls += calls
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.cost += cost

    def take_back(self) -> None:
        self.taken_back += 1
