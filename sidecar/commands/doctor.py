"""`/toolrecovery doctor`: what keeps this from working, each with its mend."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from sidecar.errors import StateError
from sidecar.paths import debug_log, state_dir
from sidecar.session.display import times

from . import doctor_pi
from .desk import Desk, Reply
from .doctor_finding import Finding
from .doctor_recovery import recovery
from .kept import journal_of


def run(desk: Desk, args: str) -> Reply:
    findings = [finding for check in CHECKS for finding in check(desk)]
    wrong = [finding for finding in findings if not finding.well]
    head = f"{len(wrong)} to mend" if wrong else "nothing to mend"
    lines = [
        f"{'✓' if each.well else '✗'} {each.says}" + (f"\n  → {each.mend}" if each.mend else "")
        for each in findings
    ]
    return Reply("\n".join([head, *lines]), "warning" if wrong else "info")


def interpreter(desk: Desk) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(True, f"Python {version} at {sys.executable}, sidecar {desk.version}")


def versions(desk: Desk) -> Iterator[Finding]:
    if not desk.in_session:
        return
    said = desk.versions
    yield Finding(True, ", ".join(f"{name} {version}" for name, version in said.items()))
    if said["bridge"] != said["sidecar"]:
        yield Finding(
            False, "bridge and sidecar are of different versions", "update both: pi update, then /reload"
        )
    lacks = desk.scene.host.get("lacks")
    if lacks:
        says = f"pi {said['pi']} lacks {', '.join(lacks)}"
        yield Finding(False, says, "update pi; where it is new, toolrecovery")


def before(desk: Desk) -> Iterator[Finding]:
    """The sidecar that this one replaced."""
    if desk.scene.ended:
        why, *lines = desk.scene.ended
        said = "\n    ".join([f"the sidecar before this one ended: {why}", *lines])
        yield Finding(False, said, "it was started again; if that happens often, report it with these lines")


def configuration(desk: Desk) -> Iterator[Finding]:
    path = desk.store.path
    faults = desk.store.faults()
    for fault in faults:
        variable = fault.startswith("TOOLRECOVERY_")
        where = "in the environment, or unset it" if variable else f"in {path}, or take it out"
        yield Finding(False, fault, f"correct it {where}")
    if path.is_symlink():
        yield Finding(
            False, f"{path} is a symbolic link", "commands cannot save through it; change its target by hand"
        )
    elif not _writable(path):
        yield Finding(
            False, f"{path} cannot be written", f"give yourself the right to write in {path.parent}"
        )
    elif not faults:
        yield Finding(True, f"configuration: {path}")
    if not desk.store.current.enabled:
        yield Finding(False, "repairing is off", "/toolrecovery on")


def state(desk: Desk) -> Iterator[Finding]:
    from sidecar.state.journal import read

    folder = state_dir(desk.environ)
    if not _writable(folder / "journal"):
        yield Finding(
            False,
            f"{folder} cannot be written: no journal is kept",
            f"give yourself the right to write in {folder}",
        )
        return
    try:
        read.recent(journal_of(desk), 1)
    except StateError as error:
        yield Finding(False, str(error), "move the file away to begin a new one")
    else:
        yield Finding(True, f"state: {folder}")
    if desk.store.current.debug:
        yield Finding(True, f"debug log, with values: {debug_log(desk.environ)}")


def _writable(path: Path) -> bool:
    """Whether a file can be made at `path`, judged at the nearest folder that exists."""
    if path.exists():
        return os.access(path, os.W_OK)
    return next((os.access(each, os.W_OK | os.X_OK) for each in path.parents if each.exists()), False)


def tools(desk: Desk) -> Iterator[Finding]:
    declared = desk.scene.tools
    if declared is None:
        return
    active = sum(tool.get("active") is not False for tool in declared)
    if active:
        yield Finding(True, f"{times(active, 'tool')} declared to the model")
    else:
        yield Finding(
            False,
            "the request declares no tools",
            "the model can only write calls as text; give pi tools (--tools)",
        )


def leaks(desk: Desk) -> Iterator[Finding]:
    """A model that writes its calls as text while nothing reads them."""
    if desk.store.current.grammar.possible:
        return
    leaked = doctor_pi.latest_leak(desk.store.path.parent, desk.scene.model)
    if leaked:
        yield Finding(
            False, f"{leaked} writes tool calls as text in its latest session", "/toolrecovery grammar on"
        )


def others(desk: Desk) -> Iterator[Finding]:
    for path in desk.scene.host.get("copies", ()):
        yield Finding(
            False, f"another toolrecovery stands down: {path}", "keep one of them: pi remove, or pi config"
        )
    loaded = desk.scene.host.get("extensions", ())
    for name in doctor_pi.other_repairs(desk.store.path.parent, desk.scene.cwd, loaded):
        yield Finding(False, f"{name} repairs tool calls too", "keep one of them: pi remove, or pi config")


CHECKS: tuple[Callable[[Desk], Iterator[Finding]], ...] = (
    interpreter,
    versions,
    before,
    configuration,
    state,
    recovery,
    tools,
    leaks,
    others,
)
