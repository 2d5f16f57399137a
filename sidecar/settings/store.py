"""The configuration in force: file, pi-tool-repair's file and environment, read again when a file changed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.core.blocks import JsonObject
from sidecar.core.printable import printable
from sidecar.errors import ConfigError
from sidecar.paths import CONFIG_NAME, PI_TOOL_REPAIR_NAME

from . import file as config_file
from .config import Config
from .endpoint import environment_faults
from .reading import read
from .view import MASK

if TYPE_CHECKING:
    from .origin import Origins


class ConfigStore:
    """The settings in force. `complain` gets each fault once, as a line: file, key and what is allowed."""

    def __init__(
        self, agent_dir: Path, environ: Mapping[str, str], complain: Callable[[str], None] = lambda line: None
    ) -> None:
        self.path = agent_dir / CONFIG_NAME
        self._pi_tool_repair = agent_dir / PI_TOOL_REPAIR_NAME
        self._environ = environ
        self._complain = complain
        self._said: set[str] = set()
        self._unsaved: list[JsonObject] = []  # patches that could not be written; they hold for this process
        self._here: JsonObject = {}  # what holds for this process alone, as the person said
        self._stamps: tuple[config_file.Stamp, config_file.Stamp] | None = None
        self._config = Config()
        self._last_read: dict[Path, JsonObject] = {}  # what was in a file when it could last be read
        self._lock = threading.Lock()

    @property
    def current(self) -> Config:
        stamps = config_file.stamp(self.path), config_file.stamp(self._pi_tool_repair)
        if stamps != self._stamps:
            with self._lock:
                self._stamps, self._config = stamps, self._read()
        return self._config

    def save(self, patch: JsonObject) -> str | None:
        """Put `patch` in force. None when it is on disk too, else why it holds for this session only.

        Raises ConfigError, naming key and what is allowed, where a value of `patch` is wrong.
        """
        from . import check as config_check

        patch = _without_masks(patch)
        try:
            json.dumps(patch, indent=2)  # as the file will be written
            _, faults = config_check.usable(config_file.merge({}, patch), CONFIG_NAME)
        except RecursionError as error:
            raise ConfigError("the settings are nested too deeply") from error
        if faults:
            raise ConfigError("; ".join(faults))
        reason = None
        try:
            config_file.save(self.path, *self._unsaved, patch)
            self._unsaved = []
        except ConfigError as error:
            self._unsaved.append(patch)
            reason = str(error)
        self._here = {key: value for key, value in self._here.items() if key not in patch}
        self._stamps = None
        return reason

    def hold(self, patch: JsonObject) -> None:
        """Put `patch` in force for this process alone, until one of its settings is saved."""
        self._here = config_file.merge(self._here, patch)
        self._stamps = None

    def faults(self) -> list[str]:
        """All that is wrong with the files and the environment now, also what was said already."""
        found: list[str] = []
        fresh = ConfigStore(self.path.parent, self._environ, found.append)
        fresh._last_read = dict(self._last_read)
        _ = fresh.current
        return found

    def origins(self) -> Origins:
        """Which layer each value in force came from."""
        from .origin import Origins

        settings = self._usable(self._load(self.path), self.path.name)
        return Origins(
            settings,
            self._repair_settings(),
            config_file.merge({}, *self._unsaved, self._here),
            self._environ,
        )

    def _read(self) -> Config:
        settings = config_file.merge(self._load(self.path), *self._unsaved, self._here)
        for fault in environment_faults(self._environ):
            self._say(fault)
        usable = self._usable(settings, self.path.name)
        if usable:
            from .names import unknown

            for fault in unknown(usable, self.path.name):
                self._say(fault)
        return read(usable, self._repair_settings(), self._environ)

    def _repair_settings(self) -> JsonObject:
        """The part of pi-tool-repair's file that is ours to read."""
        grammar = self._load(self._pi_tool_repair).get("grammarRepair")
        return self._usable(
            {"grammarRepair": grammar} if grammar is not None else {}, self._pi_tool_repair.name
        )

    def _load(self, path: Path) -> JsonObject:
        try:
            self._last_read[path] = config_file.load(path)
        except ConfigError as error:
            used = "what it held before stays in force" if path in self._last_read else "defaults are used"
            self._say(f"{error}; it is left as it is, and {used}")
        return self._last_read.get(path, {})

    def _usable(self, settings: JsonObject, source: str) -> JsonObject:
        if not settings:
            return settings
        from . import check as config_check  # a schema is compiled: only where there is something to check

        kept, faults = config_check.usable(settings, source)
        for fault in faults:
            self._say(fault)
        return kept

    def _say(self, fault: str) -> None:
        if fault not in self._said:
            self._said.add(fault)
            self._complain(printable(fault))


def _without_masks(patch: JsonObject) -> JsonObject:
    """A patch may hold the `***` that `config/get` shows for a key: it must not replace the key."""
    endpoint = patch.get("endpoint")
    if isinstance(endpoint, dict) and endpoint.get("apiKey") == MASK:
        return {**patch, "endpoint": {key: value for key, value in endpoint.items() if key != "apiKey"}}
    return patch
