"""tool-recovery.json on disk: read when it changed, written whole or not at all, shared by many processes."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from sidecar.core.blocks import JsonObject
from sidecar.errors import ConfigError
from sidecar.files.lock import LockHeldError, locked
from sidecar.files.private import make_folder
from sidecar.files.replace import replace_file
from sidecar.paths import config_lock

SIZE_LIMIT = 1024 * 1024  # bytes; settings are a few hundred
LOCK_WAIT_S = 5.0  # another process holds the lock for milliseconds, on a busy machine for more

Stamp = tuple[int, int, int] | None


def stamp(path: Path) -> Stamp:
    """Changes when the file changes (time in ns, bytes, inode); None where there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def load(path: Path) -> JsonObject:
    """The settings in `path`, {} where there is no file. Raises ConfigError with file and reason."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise ConfigError(f"{path} is no regular file")
        if found.st_size > SIZE_LIMIT:
            raise ConfigError(f"{path} is over {SIZE_LIMIT} bytes")
        text = path.read_bytes().decode("utf-8-sig")
        settings = json.loads(text) if text.strip() else {}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} is not JSON: {error}") from error
    if not isinstance(settings, dict):
        raise ConfigError(f"{path} must hold a JSON object")
    return settings


def merge(settings: JsonObject, *patches: JsonObject) -> JsonObject:
    """RFC 7396: objects are merged, null removes, everything else replaces."""
    merged = dict(settings)
    for key, value in (item for patch in patches for item in patch.items()):
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            below = merged.get(key)
            merged[key] = merge(below if isinstance(below, dict) else {}, value)
        else:
            merged[key] = value
    return merged


def save(path: Path, *patches: JsonObject) -> None:
    """Merge `patches` into what the file holds now. Raises ConfigError; the file is then as it was."""
    if path.is_symlink():
        raise ConfigError(
            f"{path} is a symbolic link, which is not written through; change {path.resolve()} by hand"
        )
    try:
        make_folder(path.parent)
        with locked(config_lock(path), LOCK_WAIT_S):
            settings = merge(load(path), *patches)
            text = json.dumps(settings, indent=2, ensure_ascii=False) + "\n"
            replace_file(path, text.encode("utf-8", "surrogatepass"))
    except LockHeldError as error:
        raise ConfigError(f"{error}; nothing was saved") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}") from error
