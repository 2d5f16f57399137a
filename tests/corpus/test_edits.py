"""The corpus of edits that fail: outcome counts are checked in, so that a change moves them knowingly."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.blocks import JsonObject
from sidecar.core.edits import Edit, edits_of, line_feeds
from sidecar.core.edits.folding import folded
from sidecar.results.observation import Observation, Result
from sidecar.session.edits.explaining import Explainer
from sidecar.session.edits.paths import resolved
from sidecar.session.edits.reading import Files
from sidecar.session.messages import HostReport, RepairRequest, SessionMemory, Task
from sidecar.session.past.builtin import builtin_toolset
from sidecar.settings.config import Config

HERE = Path(__file__).parent / "edits"
CASES = [json.loads(line) for line in gzip.decompress((HERE / "dev.jsonl.gz").read_bytes()).splitlines()]
LONGEST = 2_500
Verdict = str


class Pi:
    """As much of pi as the cases need: its tools `read`, `write` and `edit`, in one folder."""

    def __init__(self, folder: Path, outside: Path) -> None:
        self.folder, self._outside = folder, outside
        self.explainer = Explainer(self.files)
        self.memory = SessionMemory(files=self.files)

    def files(self) -> Files:
        return Files(str(self.folder), str(self.folder))

    def path(self, name: str) -> Path:
        if name.startswith("{outside}/"):
            return self._outside / name.removeprefix("{outside}/")
        return Path(resolved(name, str(self.folder), str(self.folder)))

    def message(self, calls: list[JsonObject]) -> list[tuple[str, bool]]:
        """The text and whether it is an error, of each call's result."""
        blocks = [{"type": "toolCall", "id": f"c{at}", **call} for at, call in enumerate(calls)]
        message = {"role": "assistant", "stopReason": "toolUse", "content": blocks}
        missing = {f"c{at}": "invalid" for at, call in enumerate(calls) if "path" not in call["arguments"]}
        request = RepairRequest(message, HostReport(missing, builtin_edit=True))
        task = Task(request, builtin_toolset(), Config(), self.memory)
        sent = task.result()["message"] or message
        return [self._run(block["name"], block["arguments"]) for block in sent["content"]]

    def _run(self, tool: str, arguments: JsonObject) -> tuple[str, bool]:
        executed = "path" in arguments
        text, is_error = f'Validation failed for tool "{tool}":\n  - path: missing', True
        if executed:
            try:
                text, is_error = self._do(tool, arguments), False
            except (OSError, ValueError) as error:
                text = str(error)
        result = Result(({"type": "text", "text": text},), is_error=is_error)
        seen = Observation("c", tool, arguments, result, executed=executed, builtin=True)
        more = self.explainer.explained(seen, "", builtin_edit=True)
        return "\n".join(part for part in (text, more) if part), is_error

    def _do(self, tool: str, arguments: JsonObject) -> str:
        path = self.path(arguments["path"])
        if tool == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(arguments["content"].encode())
        elif tool == "edit":
            edits = edits_of(arguments) or []
            path.write_bytes(edited(path.read_bytes().decode("utf-8", "replace"), edits).encode())
        else:
            path.read_bytes()
        return "done"


def edited(text: str, edits: list[Edit]) -> str:
    """What pi's edit makes of a file. Raises ValueError where it would refuse."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.removeprefix(mark)
    plain, places = line_feeds(body), []
    for edit in edits:
        old = line_feeds(edit.old)
        if old not in plain:
            plain = folded(plain)
            old = folded(old)
        if plain.count(old) == 0:
            raise ValueError("Could not find the exact text. It must match exactly including all whitespace.")
        if folded(plain).count(folded(old)) != 1:
            raise ValueError("Found several occurrences of the text. The text must be unique.")
        places.append((plain.index(old), len(old), line_feeds(edit.new)))
    for at, length, new in sorted(places, reverse=True):
        plain = plain[:at] + new + plain[at + length :]
    return mark + (plain.replace("\n", "\r\n") if "\r\n" in body else plain)


def data(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if "base64" in value:
        return base64.b64decode(value["base64"])
    rows = [value["rows"].replace("{i}", str(at)) for at in range(value["count"])]
    for at, row in value.get("replace", {}).items():
        rows[int(at)] = row
    return "".join(f"{row}\n" for row in rows).encode()


def laid(pi: Pi, files: dict[str, Any]) -> dict[str, bytes]:
    """Writes the files of a case; what is in each."""
    for name, value in files.items():
        path = pi.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if "link" in value and not isinstance(value, str):
            path.symlink_to(value["link"])
        else:
            path.write_bytes(data(value))
    return contents(pi, files)


def contents(pi: Pi, names: Any) -> dict[str, bytes]:
    """Of the files that are there and are no links."""
    paths = {name: pi.path(name) for name in names}
    return {
        name: path.read_bytes() for name, path in paths.items() if path.is_file() and not path.is_symlink()
    }


def lacks(said: JsonObject, text: str, folder: Path) -> bool:
    low = text.lower()
    named = [
        name
        for name in (*said.get("names", ()), *said.get("must_not_name", ()))
        if is_named(name, text, folder)
    ]
    return (
        len(text) > LONGEST
        or any(line not in text for line in said.get("must_contain", ()))
        or any(not any(line in text for line in group) for group in said.get("any_of", ()))
        or any(not re.search(rf"(?<!\d){number}(?!\d)", text) for number in said.get("lines", ()))
        or any(not any(word.lower() in low for word in group) for group in said.get("says", ()))
        or any(line in text for line in said.get("must_not_contain", ()))
        or named != list(said.get("names", ()))
    )


def is_named(name: str, text: str, folder: Path) -> bool:
    """Whether the path is written out, not as the end of another."""
    told = rf"(?:(?:\./)?{re.escape(name)}|{re.escape(str(folder / name))})"
    return re.search(rf"(?<![\w/.\-]){told}(?![\w/\-])", text) is not None


def verdict(case: JsonObject, folder: Path, outside: Path) -> Verdict:
    pi = Pi(folder, outside)
    before = laid(pi, case["files"])
    earlier, call = case.get("before", []), json.loads(json.dumps(case["call"]))
    path = call["arguments"].get("path", "")
    if path.startswith("{outside}/"):
        call["arguments"]["path"] = str(pi.path(path))
    if case.get("same_message"):
        text, is_error = pi.message([*earlier, call])[-1]
    else:
        for each in earlier:
            pi.message([each])
        ((text, is_error),) = pi.message([call])
    before |= {name: data(value) for name, value in case.get("after", {}).items()}
    expect, now = (
        case["expect"],
        contents(pi, {**case["files"], **case.get("after", {}), **case["expect"].get("file", {})}),
    )
    unchanged = is_error and now == before
    if "file" in expect:
        if (
            now == {**before, **{name: data(value) for name, value in expect["file"].items()}}
            and not is_error
        ):
            return "right"
        if not unchanged:
            return "wrong"
        return "right" if expect.get("or_unchanged") else "left"
    if not unchanged:
        return "wrong"
    if "explain" in expect:
        return "left" if lacks(expect["explain"], text, folder) else "explained"
    return "right" if len(text) <= LONGEST else "left"


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, Verdict]]:
    found = {}
    for case in CASES:
        folder = tmp_path_factory.mktemp("case") / "work"
        folder.mkdir()
        found[case["id"]] = case["kind"], verdict(case, folder, folder.parent / "outside")
    return found


def test_no_file_is_changed_wrongly(verdicts: dict[str, tuple[str, Verdict]]) -> None:
    assert [name for name, (_, outcome) in verdicts.items() if outcome == "wrong"] == []


def test_the_outcomes_are_those_that_are_checked_in(verdicts: dict[str, tuple[str, Verdict]]) -> None:
    counted: dict[str, Counter[str]] = {}
    for kind, outcome in verdicts.values():
        counted.setdefault(kind, Counter())[outcome] += 1
    found = {kind: dict(sorted(counts.items())) for kind, counts in sorted(counted.items())}
    assert found == json.loads((HERE / "outcomes.json").read_text("utf-8"))
