"""`/toolrecovery doctor`: what keeps toolrecovery from working, and the remedy."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from sidecar import __version__
from sidecar.commands.context import CommandContext, Reply
from sidecar.errors import StateError
from sidecar.paths import debug_log, state_dir
from sidecar.session.display import times

from . import pi_files
from .finding import Finding
from .recovery import recovery
from .server import server


def run(context: CommandContext, args: str) -> Reply:
    findings = [finding for check in CHECKS for finding in check(context)]
    wrong = [finding for finding in findings if not finding.ok]
    head = f"{len(wrong)} to mend" if wrong else "nothing to mend"
    lines = [
        f"{'✓' if each.ok else '✗'} {each.text}" + (f"\n  → {each.remedy}" if each.remedy else "")
        for each in findings
    ]
    return Reply("\n".join([head, *lines]), "warning" if wrong else "info")


def interpreter(context: CommandContext) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(True, f"Python {version} at {sys.executable}, sidecar {__version__}")


def components(context: CommandContext) -> Iterator[Finding]:
    if not context.in_session:
        return
    versions = context.facts.versions
    yield Finding(True, ", ".join(f"{name} {version}" for name, version in versions.items()))
    if versions["bridge"] != versions["sidecar"]:
        yield Finding(
            False, "bridge and sidecar are of different versions", "update both: pi update, then /reload"
        )
    lacks = context.facts.host.get("lacks")
    if lacks:
        text = f"pi {versions['pi']} lacks {', '.join(lacks)}"
        yield Finding(False, text, "update pi; where it is new, toolrecovery")


def last_exit(context: CommandContext) -> Iterator[Finding]:
    """Why the sidecar before this one ended."""
    if context.facts.last_words:
        why, *lines = context.facts.last_words
        text = "\n    ".join([f"the sidecar before this one ended: {why}", *lines])
        yield Finding(False, text, "it was started again; if that happens often, report it with these lines")


def configuration(context: CommandContext) -> Iterator[Finding]:
    path = context.store.path
    faults = context.store.faults()
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
    if not context.store.current.enabled:
        yield Finding(False, "repairing is off", "/toolrecovery on")


def state(context: CommandContext) -> Iterator[Finding]:
    from sidecar.state.journal import read

    folder = state_dir(context.stored.environ)
    if not _writable(folder / "journal"):
        yield Finding(
            False,
            f"{folder} cannot be written: no journal is kept",
            f"give yourself the right to write in {folder}",
        )
        return
    try:
        read.recent(context.journal(), 1)
    except StateError as error:
        yield Finding(False, str(error), "move the file away to begin a new one")
    else:
        yield Finding(True, f"state: {folder}")
    if context.store.current.debug:
        yield Finding(True, f"debug log, with values: {debug_log(context.stored.environ)}")


def _writable(path: Path) -> bool:
    """Whether the file `path` can be written; where it does not exist, whether its folder can."""
    if path.exists():
        return os.access(path, os.W_OK)
    return next((os.access(each, os.W_OK | os.X_OK) for each in path.parents if each.exists()), False)


def tools(context: CommandContext) -> Iterator[Finding]:
    declared = context.facts.tools
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


def leaks(context: CommandContext) -> Iterator[Finding]:
    """A model that writes its calls as text while the grammars are off for it."""
    model = context.facts.model
    grammar = context.store.current.grammar
    if context.tally.left_as_text:
        stayed = f"{times(context.tally.left_as_text, 'leaked call')} stayed text in this session"
        if grammar.applies_to(model):
            yield Finding(True, f"{stayed}; log says why")
        else:
            yield Finding(False, stayed, f"/toolrecovery grammar on {model}")
        return
    if grammar.applies_to(model) if model else grammar.possible:
        if model:
            yield Finding(True, f"calls that {model} writes as text run")
        return
    leaked = pi_files.latest_leak(context.store.path.parent, context.facts.model)
    if leaked:
        yield Finding(
            False,
            f"{leaked} writes tool calls as text in its latest session",
            f"/toolrecovery grammar on {leaked}",
        )


def others(context: CommandContext) -> Iterator[Finding]:
    for path in context.facts.host.get("copies", ()):
        yield Finding(
            False, f"another toolrecovery stands down: {path}", "keep one of them: pi remove, or pi config"
        )
    loaded = context.facts.host.get("extensions", ())
    for name in pi_files.other_repairs(context.store.path.parent, context.facts.cwd, loaded):
        yield Finding(False, f"{name} repairs tool calls too", "keep one of them: pi remove, or pi config")


CHECKS: tuple[Callable[[CommandContext], Iterator[Finding]], ...] = (
    interpreter,
    components,
    last_exit,
    configuration,
    state,
    recovery,
    tools,
    leaks,
    server,
    others,
)
