"""How many calls this process repaired, by stage, and what asking a model cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .core.blocks import RepairRecord


class Tally:
    def __init__(self) -> None:
        self.repaired: Counter[str] = Counter()
        self.taken_back = 0  # pi still rejected the repaired call
        self.model_calls = self.tokens_in = self.tokens_out = 0
        self.cost = 0.0

    def count(self, records: Iterable[RepairRecord]) -> None:
        for record in records:
            self.repaired[record.stage] += 1

    def spend(self, calls: int, tokens_in: int, tokens_out: int, cost: float) -> None:
        self.model_calls += calls
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.cost += cost

    def take_back(self) -> None:
        self.taken_back += 1
