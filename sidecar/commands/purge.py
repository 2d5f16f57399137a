"""`/toolrecovery purge [--yes]`: what is kept on this machine goes; with --yes the settings too."""

from __future__ import annotations

from sidecar.errors import StateError
from sidecar.state.purge import purge

from .context import CommandContext, Reply


def run(context: CommandContext, args: str) -> Reply:
    if args not in ("", "--yes"):
        return Reply("usage: purge [--yes]", "warning")
    try:
        lines = list(purge(context.store.path.parent, context.stored.environ, with_settings=args == "--yes"))
    except OSError as error:
        raise StateError(f"{error.filename} could not be removed: {error.strerror}") from error
    return Reply("\n".join(lines) or "no state and no settings were kept")
