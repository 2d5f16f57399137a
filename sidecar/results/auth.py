"""Sign-in errors: where the message names one parameter and the hint another, the message is right.

A gateway's generic hint said `_apikey` for every tool while one read `_apiKey` and another `_altosKey`; a key
sent under the hint's name was dropped without a word. Letter case counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sidecar.core.names.words import words

_SIGN_IN = re.compile(
    r"auth|api[ _-]?key|unauthori|forbidden|credential|sign[ -]?in|log[ -]?in|permission|access[ _]?token",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*[A-Za-z0-9]")
_STATE_WORDS = frozenset(
    "denied error expired failed invalid missing required unauthorized".split()
)  # auth_required
_SECRET_WORDS = frozenset("apikey auth credential credentials key password secret token".split())


def is_sign_in(text: str) -> bool:
    return _SIGN_IN.search(text) is not None


def disagreement(
    message: str, hints: Iterable[str], declared: Collection[str]
) -> tuple[str, frozenset[str]] | None:
    """(the line to say, the names not to repeat), where the hints name another parameter than the message."""
    named = _parameters(message, declared)
    if not named or not is_sign_in(message):
        return None
    others = {name for hint in hints for name in _parameters(hint, declared)} - named
    if not others:
        return None
    right, wrong = " or ".join(sorted(named)), " and ".join(sorted(others))
    line = f"The error names {right}, a hint of the tool says {wrong}: use {right}, spelt exactly so."
    return line, frozenset(others)


def _parameters(text: str, declared: Collection[str]) -> set[str]:
    """The names in a text that are written like a parameter that holds a secret."""
    found = set()
    for match in _NAME.finditer(text[:4000]):
        name = match[0].strip(".-")
        if name in declared or (_looks_like_parameter(name) and not _STATE_WORDS & set(words(name))):
            found.add(name)
    return {name for name in found if _holds_secret(name)}


def _looks_like_parameter(name: str) -> bool:
    """`_apikey`, `apiKey`, `api_key`; not `Key`, not `GITHUB_TOKEN`, a variable of the environment."""
    return name != name.upper() and ("_" in name or name not in (name.lower(), name.capitalize()))


def _holds_secret(name: str) -> bool:
    return any(word in _SECRET_WORDS or word.endswith("apikey") for word in words(name))
