"""What an audit adds up: failed calls and turns, and which of them would have been repaired."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

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
    """One failed call. `rules` are what would have repaired it; none: it would have stayed as it was."""

    kind: Kind
    tool: str
    repaired: bool
    rules: tuple[str, ...] = ()
    reason: str = ""


@dataclass(slots=True)
class Share:
    """Of `failed`, `repaired` would not have."""

    failed: int = 0
    repaired: int = 0

    def count(self, repaired: bool) -> None:
        self.failed += 1
        self.repaired += repaired


@dataclass(slots=True)
class Lost:
    """What turns that failed took. A turn is saved when nothing in it would have failed."""

    turns: int = 0
    tokens: int = 0
    cost: float = 0.0

    def add(self, usage: Mapping[str, Any]) -> None:
        self.turns += 1
        self.tokens += sum(_number(usage.get(key)) for key in ("input", "output", "cacheRead", "cacheWrite"))
        cost = usage.get("cost")
        self.cost += float(cost.get("total") or 0) if isinstance(cost, dict) else 0.0


def _number(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0


@dataclass(slots=True)
class Findings:
    files: int = 0
    bytes: int = 0
    lines: int = 0
    broken: int = 0
    unread: list[str] = field(default_factory=list)
    turns: int = 0
    calls: Counter[str] = field(default_factory=Counter)  # all calls, by model
    total: Share = field(default_factory=Share)
    kinds: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    tools: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    models: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    days: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    rules: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    lost: Lost = field(default_factory=Lost)
    saved: Lost = field(default_factory=Lost)

    def turn(self, judged: Iterable[Judged], model: str, day: str, usage: Mapping[str, Any]) -> None:
        """One turn that failed, with what was wrong in it."""
        whole = True
        for one in judged:
            for share in (
                self.total,
                self.kinds[one.kind],
                self.tools[one.tool],
                self.models[model],
                self.days[day],
            ):
                share.count(one.repaired)
            self.rules.update(one.rules)
            if not one.repaired:
                whole = False
                self.reasons[one.reason] += 1
        self.lost.add(usage)
        if whole:
            self.saved.add(usage)

    def as_json(self) -> dict[str, Any]:
        def shares(table: Mapping[str, Share]) -> dict[str, Any]:
            return {
                name: {"failed": one.failed, "repaired": one.repaired} for name, one in sorted(table.items())
            }

        return {
            "files": self.files,
            "bytes": self.bytes,
            "lines": self.lines,
            "broken_lines": self.broken,
            "unreadable_files": self.unread,
            "turns": self.turns,
            "calls": self.calls.total(),
            "failed": self.total.failed,
            "repaired": self.total.repaired,
            "kinds": shares(self.kinds),
            "tools": shares(self.tools),
            "models": {
                name: {"calls": self.calls[name], "failed": one.failed, "repaired": one.repaired}
                for name, one in sorted(self.models.items())
            },
            "days": shares(self.days),
            "rules": dict(self.rules.most_common()),
            "not_repaired": dict(self.reasons.most_common(20)),
            "lost": {"turns": self.lost.turns, "tokens": self.lost.tokens, "cost": round(self.lost.cost, 6)},
            "saved": {
                "turns": self.saved.turns,
                "tokens": self.saved.tokens,
                "cost": round(self.saved.cost, 6),
            },
        }
