"""Rows of what was measured → a table for people and JSON for machines."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """`ok` is None where there is no bar: the figure is for information."""

    what: str
    against: str
    measured: str
    bar: str = ""
    ok: bool | None = None
    figures: dict[str, float] = field(default_factory=dict)

    def cells(self) -> tuple[str, ...]:
        return self.what, self.against, self.measured, self.bar, _SAID[self.ok]


_SAID = {True: "ok", False: "MISSED", None: ""}
_HEAD = ("what", "against", "measured", "bar", "")


def ratio(what: str, against: str, mine: float, floor: float, most: float, **others: float) -> Row:
    """`mine` in units of `floor`."""
    times = mine / floor
    measured = f"{times:.2f} × ({mine:.3g} : {floor:.3g} ms)"
    return Row(
        what, against, measured, f"≤ {most} ×", times <= most, {"mine": mine, "floor": floor, **others}
    )


def more(what: str, against: str, mine: float, floor: float, most: float, unit: str = "ms") -> Row:
    """What `mine` is over `floor`."""
    over = mine - floor
    measured = f"{over:+.3g} {unit} ({floor:.4g} → {mine:.4g})"
    return Row(what, against, measured, f"≤ +{most} {unit}", over <= most, {"mine": mine, "floor": floor})


def limit(what: str, value: float, most: float, unit: str) -> Row:
    return Row(what, "", f"{value:.3g} {unit}", f"≤ {most} {unit}", value <= most, {"value": value})


def note(what: str, against: str, measured: str, **figures: float) -> Row:
    return Row(what, against, measured, figures=figures)


def show(rows: Sequence[Row]) -> str:
    lines = [_HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(_HEAD))]
    padded = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    ]
    return "\n".join(line.rstrip() for line in padded)


def machine() -> dict[str, Any]:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "node": node,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def write(path: Path, rows: Sequence[Row], where: dict[str, Any]) -> None:
    path.write_text(json.dumps({"machine": where, "rows": [asdict(row) for row in rows]}, indent=1), "utf-8")


def load() -> str:
    """How busy the machine is: absolute figures of a busy one say little."""
    if sys.platform == "win32":
        return "unknown"
    return f"{os.getloadavg()[0]:.1f}"
