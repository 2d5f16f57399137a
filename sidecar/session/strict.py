"""Whose tools are marked strict in this session, and which server refused that."""

from __future__ import annotations

import re
from collections import Counter

from sidecar.core.printable import one_line
from sidecar.core.requests.strict import is_own, is_vendors
from sidecar.settings.config import Config

from .host import SessionFacts

GO_ON = "The last request failed at the server before you saw it. Go on."
SLIPS = 3
_SAID_MOST = 200  # characters of the server's error that are shown
_REFUSAL = re.compile(
    r"\b(?:400|422)\b|\bstrict\b|\bgrammar|json.?schema|\bschema\b|structural.?tag|guided|xgrammar|guidance",
    re.IGNORECASE,
)


class StrictTools:
    def __init__(self, facts: SessionFacts) -> None:
        self._facts = facts
        self._marked: set[str] = set()  # models of which a request was sent marked
        self._slips: Counter[str] = Counter()

    def marks(self, config: Config, model: str, base_url: str) -> bool:
        """Whether the tools of this request are to be marked."""
        refused = model in self._facts.strict_refused
        if refused or not config.marks_strict(model) or is_vendors(base_url):
            return False
        self._marked.add(model)
        return True

    def is_marked(self, config: Config, model: str) -> bool:
        """Whether its requests are marked now, by us."""
        refused = model in self._facts.strict_refused
        return model in self._marked and not refused and config.marks_strict(model)

    def failed(self, model: str, error: str) -> str | None:
        """The line for the person where a marked request of `model` ended in `error` for that, else None.

        From then on the model's requests are not marked.
        """
        refused = self._facts.strict_refused
        if model not in self._marked or model in refused or not _REFUSAL.search(error):
            return None
        refused.add(model)
        said = one_line(error)
        said = said if len(said) <= _SAID_MOST else f"{said[:_SAID_MOST]}…"
        return (
            f"toolrecovery: the server of {model} refused tools that are marked strict; they are not marked"
            f" again in this session. It said: {said}"
        )

    def slipped(self, config: Config) -> str | None:
        """The model made a mistake. A line for the person after SLIPS of them, where its server may help."""
        facts = self._facts
        self._slips[facts.model] += 1
        known = facts.strict_mode or facts.model in facts.strict_refused or config.marks_strict(facts.model)
        if self._slips[facts.model] != SLIPS or known or not is_own(facts.base_url):
            return None
        return (
            f"toolrecovery: {facts.model} made {SLIPS} mistakes in tool calls. Its server may be able to"
            f" prevent them: /toolrecovery strict on {facts.model}"
        )
