"""Findings → one self-contained page: inline SVG, no script, light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from .findings import KINDS, Findings, Share

ROWS = 15
DAYS = 60
LABEL, BAR, ROW = 300, 350, 24  # pixels
LONGEST_NAME = 42

_STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#667;--back:#fff;--bad:#d9822b;--good:#2f8f5b}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#9aa3ad;--back:#16181c;--bad:#e09a4f;--good:#4fb67f}}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:var(--ink);
background:var(--back)}h1{font-size:1.5rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}
.sums{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem;padding:0}
.sums li{list-style:none}
.sums b{display:block;font-size:1.7rem;line-height:1.2}.sums span,p.dim{color:var(--dim)}
svg{width:100%;height:auto}svg text{font-size:13px;fill:var(--ink)}svg .n{fill:var(--dim)}
.bad{fill:var(--bad)}.good{fill:var(--good)}
"""

_MEANING = (
    "A turn counts as lost when a call in it failed, with all tokens of that turn; it counts as saved when "
    "every failed call in it would have been repaired."
)


def render(found: Findings) -> str:
    rules = {name: Share(count, count) for name, count in found.rules.items()}
    reasons = {name: Share(count, 0) for name, count in found.reasons.items()}
    kinds = {KINDS.get(kind, kind): share for kind, share in found.kinds.items()}
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>Failed tool calls</title><style>{_STYLE}</style><h1>Failed tool calls</h1>",
        _sums(found),
        _key(),
        _chart("What failed", kinds),
        _chart("By tool", found.tools),
        _chart("By model", found.models),
        _days(found.days),
        _chart("Repaired by", rules),
        _chart("Not repaired because", reasons),
        f"<p class=dim>{found.files} sessions, {found.bytes / 1e6:.1f} MB; {found.counts.broken} broken "
        f"lines passed over. {_MEANING}</p></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _sums(found: Findings) -> str:
    sums = (
        (f"{found.counts.calls.total():,}", "tool calls"),
        (f"{found.total.failed:,}", "failed"),
        (f"{found.total.repaired:,}", "would have been repaired"),
        (f"{found.lost.turns:,}", "turns lost"),
        (f"{found.saved.turns:,}", "turns saved"),
        (f"{found.saved.tokens:,}", "tokens saved"),
        *(((f"${found.saved.cost:.2f}", "saved"),) if found.saved.cost else ()),
    )
    return (
        "<ul class=sums>"
        + "".join(f"<li><b>{number}</b><span>{what}</span>" for number, what in sums)
        + "</ul>"
    )


def _key() -> str:
    return (
        "<svg viewBox='0 0 650 20' role=img aria-label='colours'><rect class=good width=12 height=12 y=4 />"
        "<text x=18 y=15>would have been repaired</text><rect class=bad width=12 height=12 x=210 y=4 />"
        "<text x=228 y=15>stays as it was</text></svg>"
    )


def _chart(title: str, shares: Mapping[str, Share]) -> str:
    """A bar for each name: the repaired part, then the rest."""
    ranked = sorted(shares.items(), key=lambda item: -item[1].failed)[:ROWS]
    if not ranked:
        return ""
    most = ranked[0][1].failed
    rows = []
    for index, (name, share) in enumerate(ranked):
        y = index * ROW
        good, whole = share.repaired / most * BAR, share.failed / most * BAR
        rows.append(
            f"<g><title>{escape(name)}: {share.failed} failed, {share.repaired} repaired</title>"
            f"<text x={LABEL - 8} y={y + 16} text-anchor=end>{escape(_short(name))}</text>"
            f"<rect class=good x={LABEL} y={y + 4} width={good:.1f} height=16 />"
            f"<rect class=bad x={LABEL + good:.1f} y={y + 4} width={whole - good:.1f} height=16 />"
            f"<text class=n x={LABEL + whole + 6:.1f} y={y + 16}>{share.failed}</text></g>"
        )
    size = f"0 0 {LABEL + BAR + 60} {len(ranked) * ROW}"
    return _svg(title, size, "".join(rows))


def _days(days: Mapping[str, Share]) -> str:
    """A column for each day, the latest at the right."""
    ranked = sorted((day, share) for day, share in days.items() if day)[-DAYS:]
    if len(ranked) < 2:
        return ""
    most = max(share.failed for _, share in ranked)
    step = (LABEL + BAR) / len(ranked)
    columns = []
    for index, (day, share) in enumerate(ranked):
        whole, good = share.failed / most * 100, share.repaired / most * 100
        place = f"x={index * step:.1f} width={max(1.0, step - 2):.1f}"
        columns.append(
            f"<g><title>{escape(day)}: {share.failed} failed, {share.repaired} repaired</title>"
            f"<rect class=bad {place} y={110 - whole:.1f} height={whole - good:.1f} />"
            f"<rect class=good {place} y={110 - good:.1f} height={good:.1f} /></g>"
        )
    ends = (
        f"<text class=n x=0 y=128>{escape(ranked[0][0])}</text>"
        f"<text class=n x={LABEL + BAR} y=128 text-anchor=end>{escape(ranked[-1][0])}</text>"
    )
    size = f"0 0 {LABEL + BAR} 134"
    return _svg("By day", size, "".join(columns) + ends)


def _svg(title: str, size: str, drawn: str) -> str:
    label = escape(title)
    return f"<h2>{label}</h2><svg viewBox='{size}' role=img aria-label='{label}'>{drawn}</svg>"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
