"""Reasons a person can act on. Their text is one line and is shown as it is.

ToolRecoveryError
├── ConfigError   the configuration cannot be read or saved; names the file
├── StateError    a state file cannot be read or saved; names the file
│   └── StateBusyError    for the moment: another process holds it
├── UsageError    input on the command line that cannot be used; names the line
└── HostError     the host could not do what it was asked; in its own words for a person
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
