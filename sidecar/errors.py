"""Reasons a person can act on. Their text is one line and is shown as it is.

ToolRecoveryError
├── ConfigError   the configuration cannot be read or saved; names the file
├── StateError    a state file cannot be read or saved; names the file
│   └── StateBusyError    for the moment: another process holds it
├── UsageError    input on the command line that cannot be used; names the line
├── InvalidValueError    JSON that is not of the type it must have; names the field
├── HostError     the host could not do what it was asked; in its own words for a person
└── UnknownToolsError    the bridge named a tool list that the session does not hold
"""

from __future__ import annotations


class ToolRecoveryError(Exception):
    pass


class ConfigError(ToolRecoveryError):
    pass


class StateError(ToolRecoveryError):
    pass


class StateBusyError(StateError):
    pass


class UsageError(ToolRecoveryError):
    pass


class HostError(ToolRecoveryError):
    pass


class UnknownToolsError(ToolRecoveryError):
    pass


class InvalidValueError(ToolRecoveryError):
    """`reason` follows the place of the value in words: "must be a string"."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(f"{place} {reason}" if place else reason)
        self.reason, self.place = reason, place

    def within(self, step: str) -> InvalidValueError:
        """The same, told from the object or the list that holds the place: `step` is a name or "[2]"."""
        dot = "." if self.place and not self.place.startswith("[") else ""
        return InvalidValueError(self.reason, f"{step}{dot}{self.place}")
