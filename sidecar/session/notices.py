"""What a session says unasked: to the person, in the footer and in notes; to the bridge, what it may skip."""

from __future__ import annotations

from sidecar.settings.config import Config

from .host import Host


class Notices:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._told: set[str] = set()
        self._state: dict[str, bool] | None = None
        self._footer = ""

    def warn(self, text: str) -> None:
        self._host.notify(text, "warning")

    def say(self, text: str) -> None:
        self._host.notify(text, "info")

    def warn_once(self, text: str) -> None:
        """The same text is shown once in a session."""
        if text not in self._told:
            self._told.add(text)
            self._host.notify(text, "warning")

    def left_as_text(self, line: str | None) -> None:
        """Each time: a call that does not run ends the turn, and nobody else says why."""
        if line is not None:
            self._host.notify(line, "warning")

    def asking(self, config: Config, *, in_terminal: bool) -> None:
        self._host.status(asking(config, in_terminal=in_terminal))

    def footer(self, config: Config) -> None:
        self._footer = footer(config)
        self._host.status(self._footer)

    def first_state(self, config: Config) -> dict[str, bool]:
        """The state that travels in the answer to `initialize`."""
        self._state, self._footer = state(config), footer(config)
        return self._state

    def follow(self, config: Config, *, anew: bool = False) -> None:
        """Tell the bridge where its state changed, and the person which parts of `config` are ignored.

        The footer follows too: another pi may have turned repairing off. `anew`: it is drawn in any case.
        """
        for fragment in config.slow_fragments:
            self.warn_once(
                f"toolrecovery: {fragment[:60]!r} in the settings takes too long to look for; ignored"
            )
        now = state(config)
        if now != self._state:
            self._state = now
            self._host.state(now)
        if anew or footer(config) != self._footer:
            self.footer(config)


def footer(config: Config) -> str:
    """One or two words for pi's footer; "" while all is as usual."""
    if not config.enabled:
        return "toolrecovery off"
    return "toolrecovery observing" if config.mode == "observe" else ""


def asking(config: Config, *, in_terminal: bool) -> str:
    """While a model is asked: which one, for how long, and the key that ends it."""
    if config.endpoint:
        name = config.endpoint.model_id
    else:
        name = f"{config.model.provider}/{config.model.id}" if config.model else "a model"
    escape = "; Esc stops it" if in_terminal else ""
    return f"toolrecovery asks {name} about a broken call, {config.recovery.deadline_s:g} s at most{escape}"


def state(config: Config) -> dict[str, bool]:
    """PROTOCOL's HostState: what the bridge should send, and whether it shows each repair (`verbose`)."""
    return {
        "grammar": config.enabled and config.grammar.possible,
        "sanitize": config.enabled and config.mode == "repair" and bool(config.sanitize_models),
        "strict": config.enabled and config.mode == "repair" and bool(config.strict.models),
        "verbose": config.verbose,
    }
