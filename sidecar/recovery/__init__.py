"""Asking another model for a call that pi would reject and the rules declined.

What others use is imported from here; each name is loaded at its first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .asking import RecoveryClient as RecoveryClient
    from .asking import RecoveryResult as RecoveryResult
    from .backends.apis.wire import Endpoint as Endpoint
    from .backends.apis.wire import Usage as Usage
    from .backends.host import Backend as Backend
    from .backends.host import HostBackend as HostBackend
    from .backends.http import HttpBackend as HttpBackend
    from .backends.server import answers as answers
    from .judge.answer import Judge as Judge
    from .judge.answer import Repair as Repair

_MODULES = {
    "asking": ("RecoveryClient", "RecoveryResult"),
    "backends.apis.wire": ("Endpoint", "Usage"),
    "backends.host": ("Backend", "HostBackend"),
    "backends.http": ("HttpBackend",),
    "backends.server": ("answers",),
    "judge.answer": ("Judge", "Repair"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(name)
