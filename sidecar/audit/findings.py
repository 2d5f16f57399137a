"""What an audit adds up: failed calls and turns, and which of them would have been repaired."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sidecar.session.past.failures import Counts, model_of

Kind: TypeAlias = Literal["invalid", "unknown tool", "malformed", "cut off", "written as text", "empty turn"]

KINDS: Mapping[str, str] = {
    "invalid": "arguments the tool's schema refuses",
    "unknown tool": "a tool that is not there",
    "malformed": "arguments that are no JSON object",
    "cut off": "cut off at the output limit; nobody can repair that",
    "written as text": "a call written as text",
    "empty turn": "a turn that stopped for tools and called none",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """One failed call. `repaired`: it would have been, by `rules`; if not, `reason` says why."""

    kind: Kind
    tool: str
    repaired: bool
    rules: tuple[str, ...] = ()
    reason: str = ""


@dataclass(slots=True)
class Share:
    """How many calls failed, and how many of these would have been repaired."""

    failed: int = 0
    repaired: int = 0

    def count(self, repaired: bool) -> None:
        self.failed += 1
        self.repaired += repaired


@dataclass(slots=True)
class Spent:
    """Turns, and the tokens and the cost that they took."""

    turns: int = 0
    tokens: int = 0
    cost: float = 0.0

    def add(self, usage: Any) -> None:
        """`usage` as pi wrote it, if it did."""
        self.turns += 1
        if not isinstance(usage, dict):
            return
        self.tokens += sum(_number(usage.get(key)) for key in ("input", "output", "cacheRead", "cacheWrite"))
        cost = usage.get("cost")
        self.cost += float(cost.get("total") or 0) if isinstance(cost, dict) else 0.0

    def as_json(self) -> dict[str, Any]:
        return {"turns": self.turns, "tokens": self.tokens, "cost": round(self.cost, 6)}


def _number(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0


class Findings:
    """`lost`: the turns in which a call failed. `saved`: those of them in which none would have failed."""

    def __init__(self, files: int = 0, size: int = 0) -> None:
        self.files, self.bytes = files, size
        self.unread: list[str] = []
        self.counts = Counts()
        self.total = Share()
        self.kinds: dict[str, Share] = defaultdict(Share)
        self.tools: dict[str, Share] = defaultdict(Share)
        self.models: dict[str, Share] = defaultdict(Share)
        self.days: dict[str, Share] = defaultdict(Share)
        self.rules: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.lost, self.saved = Spent(), Spent()

    def turn(self, judged: Sequence[Judged], message: Mapping[str, Any]) -> None:
        """One turn that failed, with its failed calls."""
        model, day = self.models[model_of(message)], self.days[message["at"][:10]]
        for one in judged:
            for share in (self.total, self.kinds[one.kind], self.tools[one.tool], model, day):
                share.count(one.repaired)
            self.rules.update(one.rules)
            if not one.repaired:
                self.reasons[one.reason] += 1
        self.lost.add(message.get("usage"))
        if all(one.repaired for one in judged):
            self.saved.add(message.get("usage"))

    def as_json(self) -> dict[str, Any]:
        def shares(table: Mapping[str, Share]) -> dict[str, Any]:
            return {
                name: {"failed": one.failed, "repaired": one.repaired} for name, one in sorted(table.items())
            }

        return {
            "files": self.files,
            "bytes": self.bytes,
            "lines": self.counts.lines,
            "broken_lines": self.counts.broken,
            "unreadable_files": self.unread,
            "turns": self.counts.turns,
            "calls": self.counts.calls.total(),
            "edits": self.counts.edits.as_json(),
            "strict": self.counts.strict.as_json(),
            "failed": self.total.failed,
            "repaired": self.total.repaired,
            "kinds": shares(self.kinds),
            "tools": shares(self.tools),
            "models": {
                name: {"calls": self.counts.calls[name], "failed": one.failed, "repaired": one.repaired}
                for name, one in sorted(self.models.items())
            },
            "days": shares(self.days),
            "rules": dict(self.rules.most_common()),
            "not_repaired": dict(self.reasons.most_common(20)),
            "lost": self.lost.as_json(),
            "saved": self.saved.as_json(),
        }
