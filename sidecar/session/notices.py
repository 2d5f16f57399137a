"""What a session says unasked: to the person, in the footer and in notes; to the bridge, what it may skip."""

from __future__ import annotations

from sidecar.rpc.host import Host
from sidecar.rpc.protocol import HostState
from sidecar.settings.config import Config

RECOVERING = "toolrecovery: recovering…"


class Voice:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._told: set[str] = set()
        self._state: HostState | None = None

    def fault(self, text: str) -> None:
        self._host.notify(text, "warning")

    def trouble(self, text: str) -> None:
        """Once a session: the second time it is no news."""
        if text not in self._told:
            self._told.add(text)
            self._host.notify(text, "warning")

    def recovering(self) -> None:
        self._host.status(RECOVERING)

    def footer(self, config: Config) -> None:
        self._host.status(footer(config))

    def greeting(self, config: Config) -> HostState:
        """The state that travels in the answer to `initialize`."""
        self._state = state(config)
        return self._state

    def follow(self, config: Config) -> None:
        """Tell the bridge where the state is another one: by a command here, or by another process.

        And the person, where a fragment of the configuration turned out to be no use.
        """
        for fragment in config.slow_fragments:
            self.trouble(
                f"toolrecovery: {fragment[:60]!r} in the settings takes too long to look for; ignored"
            )
        now = state(config)
        if now != self._state:
            self._state = now
            self._host.state(now)


def footer(config: Config) -> str:
    """One or two words for pi's footer; nothing while all is as usual."""
    if not config.enabled:
        return "toolrecovery off"
    return "toolrecovery observing" if config.mode == "observe" else ""


def state(config: Config) -> HostState:
    return {
        "grammar": config.enabled and config.grammar.possible,
        "sanitize": config.enabled and config.mode == "repair" and bool(config.sanitize_models),
        "verbose": config.verbose,
    }
