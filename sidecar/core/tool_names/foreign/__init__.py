"""`Bash`, `run_shell_command`, `container.exec`, … → pi's own tool, with its arguments under pi's names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sidecar.core.blocks import JsonObject
from sidecar.core.names.words import plain, words
from sidecar.core.pi_tools import is_pis
from sidecar.core.proposals.proposal import Cost
from sidecar.core.tool_names.index import segments
from sidecar.core.tool_names.proposal import ArgumentsMap, Asked, Mapped, NameProposal

from . import files, searches, shell
from .did import did
from .editors import EDITOR_TOOLS, editor
from .keys import DoesSomethingElseError, unwrapped
from .names import MILLISECOND_TIMEOUT, PLAIN_EDITORS, PLAIN_NAMES, PLAIN_SPEAKING_NAMES


def _map(one: Callable[[JsonObject], JsonObject]) -> ArgumentsMap:
    """A map that gives one answer, or none where the call asks for something pi's tool does not do."""

    def mapped(arguments: JsonObject) -> Sequence[Mapped]:
        inside = unwrapped(arguments)
        try:
            return (did(arguments, inside, one(inside)),)
        except DoesSomethingElseError:
            return ()

    return mapped


_MAPS: Mapping[str, ArgumentsMap] = {
    "bash": _map(shell.command),
    "edit": _map(files.edit),
    "find": _map(searches.find),
    "grep": _map(searches.grep),
    "ls": _map(searches.ls),
    "powershell": _map(shell.command),
    "read": _map(files.read),
    "write": _map(files.write),
}
_SPECIAL_MAPS: Mapping[str, ArgumentsMap] = {"searchfiles": _map(searches.search_files)}
_IN_MS = _map(shell.command_in_ms)
_EDITOR_MAPS: Mapping[str, ArgumentsMap] = {tool: _map(editor(tool)) for tool in EDITOR_TOOLS}


def propose(asked: Asked) -> Iterator[NameProposal]:
    for variant in asked.variants:
        found = list(_editor(asked, variant)) + list(_same(asked, variant))
        if found:
            yield from found
            return
    yield from _elsewhere(asked)


def own_map(asked: Asked, tool: str) -> ArgumentsMap | None:
    """The map for pi's name in another spelling: `Edit` and `Bash` come with Claude Code's keys."""
    if tool not in _MAPS or not _is_pis(asked, tool) or asked.name.strip() == tool:
        return None
    return _IN_MS if any(variant in MILLISECOND_TIMEOUT for variant in asked.variants) else _MAPS[tool]


def _same(asked: Asked, variant: str) -> Iterator[NameProposal]:
    spelt = plain(variant)
    for tool, names in PLAIN_NAMES.items():
        if spelt not in names or _said_by_another(asked, variant, tool):
            continue
        arguments_map = _SPECIAL_MAPS.get(spelt, _MAPS[tool])
        if _is_pis(asked, tool):
            yield NameProposal(tool, Cost.KNOWN, "name-foreign", arguments_map, strict_arguments=True)
        elif tool == "bash" and "bash" not in spelt and _is_pis(asked, "powershell"):
            yield NameProposal(
                "powershell", Cost.LIKELY, "name-foreign", arguments_map, strict_arguments=True
            )


def _said_by_another(asked: Asked, name: str, tool: str) -> bool:
    """Whether another active tool has all words of the name in its own: `search` beside `web_search`."""
    holders = [set(asked.index.vocabulary.get(word, ())) for word in words(name)]
    return bool(holders) and bool(set.intersection(*holders) - {tool})


def _editor(asked: Asked, variant: str) -> Iterator[NameProposal]:
    if plain(variant) in PLAIN_EDITORS:
        for tool in EDITOR_TOOLS:
            if _is_pis(asked, tool):
                yield NameProposal(
                    tool, Cost.KNOWN, "name-foreign", _EDITOR_MAPS[tool], strict_arguments=True
                )


def _elsewhere(asked: Asked) -> Iterator[NameProposal]:
    """`run_command` → `developer__shell`: another agent's active tool that says in full it does the same."""
    for tool, names in PLAIN_SPEAKING_NAMES.items():
        if not any(plain(variant) in names for variant in asked.variants):
            continue
        same = [name for last in names for name in asked.index.by_last.get(last, ())]
        if len(same) == 1 and not (tool == "write" and len(segments(same[0])) > 1):  # written where?
            yield NameProposal(same[0], Cost.LIKELY, "name-foreign", strict_arguments=True)


def _is_pis(asked: Asked, name: str) -> bool:
    tool = asked.tools.get(name)
    return tool is not None and is_pis(tool)
