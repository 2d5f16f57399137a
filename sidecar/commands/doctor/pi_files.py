"""From pi's own files: other extensions that repair calls, a model that leaks its calls as text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

TAIL = 2_000_000  # bytes at the end of the latest session that are read
_OTHER = re.compile(r"tool[-_]?(?:call[-_]?)?(?:error[-_]?)?(?:repair|recovery|fix(?:er)?)\b", re.IGNORECASE)
_OURS = re.compile(r"toolrecovery|pi-bridge", re.IGNORECASE)
_NAME_PARTS = 3  # package, folder, file; folders above do not name an extension


def other_repairs(agent_dir: Path, cwd: str, loaded: Sequence[str] = ()) -> list[str]:
    """Names of such extensions in pi's settings, in its extension folders, and in the paths `loaded`."""
    found = list(loaded_repairs(loaded))
    for folder in (agent_dir, Path(cwd) / ".pi"):
        found += list(_configured(folder / "settings.json"))
        found += [each.name for each in _entries(folder / "extensions") if each.suffix != ".json"]
    return [name for name in dict.fromkeys(found) if _OTHER.search(name) and not _OURS.search(name)]


def loaded_repairs(paths: Sequence[str]) -> Iterator[str]:
    """The part of each path that names such an extension."""
    for path in paths:
        names = re.split(r"[/\\]", path)[-_NAME_PARTS:]
        yield from (name for name in names if _OTHER.search(name) and not _OURS.search(name))


def _configured(path: Path) -> Iterator[str]:
    try:
        settings = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return
    for key in ("packages", "extensions"):
        listed = settings.get(key) if isinstance(settings, dict) else None
        for each in listed if isinstance(listed, list) else ():
            source = each.get("source") if isinstance(each, dict) else each
            if isinstance(source, str):
                yield source


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def latest_leak(agent_dir: Path, model: str) -> str | None:
    """The model that leaked last in the latest session, None where that is not `model` ("": any)."""
    from sidecar.core.grammars import GRAMMARS

    markers = tuple({marker for grammar in GRAMMARS for marker in grammar.MARKERS})
    for message in _last_messages(agent_dir / "sessions"):
        texts = [block.get("text", "") for block in message["content"] if block.get("type") == "text"]
        if (not model or message.get("model") == model) and _leaks(texts, markers, message):
            return str(message.get("model") or "the model")
    return None


def _leaks(texts: list[str], markers: tuple[str, ...], message: dict[str, Any]) -> bool:
    """Whether a grammar finds a call in it; prose about tool calls holds none."""
    from sidecar.core import grammars
    from sidecar.session.past.builtin import builtin_toolset

    if not any(marker in text for text in texts for marker in markers):
        return False
    settings = grammars.GrammarSettings(enabled=True, require_known_tool=False)
    return bool(grammars.extract(message["content"], builtin_toolset(), settings).calls)


def _last_messages(sessions: Path) -> list[dict[str, Any]]:
    files = list(sessions.rglob("*.jsonl")) if sessions.is_dir() else []
    if not files:
        return []
    latest = max(files, key=lambda path: path.stat().st_mtime)
    with latest.open("rb") as file:
        file.seek(max(0, latest.stat().st_size - TAIL))
        lines = file.readlines()
    found = []
    for line in reversed(lines):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        message = entry.get("message") if isinstance(entry, dict) else None
        if (
            isinstance(message, dict)
            and message.get("role") == "assistant"
            and isinstance(message.get("content"), list)
        ):
            found.append(message)
    return found
