"""How many calls this process repaired, by stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .core.blocks import RepairRecord


class Tally:
    def __init__(self) -> None:
        self.repaired: Counter[str] = Counter()
        self.taken_back = 0  # pi still rejected the repaired call

    def count(self, records: Iterable[RepairRecord]) -> None:
        for record in records:
            self.repaired[record.stage] += 1

    def take_back(self) -> None:
        self.taken_back += 1
