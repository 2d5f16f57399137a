"""What a model, a server or a session file holds moves no cursor, sets no title and runs no script."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sidecar.core.printable import printable
from tests.sidecar.conftest import ROOT, InMemory
from tests.sidecar.peer import Peer, request

EVIL = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe\u2066\x9b31m\x7f\r\u2028<script>a()</script>\"'><img onerror=a>"
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
TOOL = f"to{EVIL}ol"
TOOLS = [
    {
        "name": TOOL,
        "active": True,
        "parameters": {
            "type": "object",
            "properties": {f"path{EVIL}": {"type": "string"}, "n": {"enum": [f"a{EVIL}", "b"]}},
            "required": [f"path{EVIL}"],
        },
    }
]
CALLS: tuple[tuple[str, Any], ...] = (
    (TOOL, {f"Path{EVIL}": 5}),
    (TOOL, {f"path{EVIL}": EVIL, "n": f"A{EVIL}"}),
    (TOOL, {f"x{EVIL}": EVIL}),
    (TOOL.upper(), {f"path{EVIL}": EVIL}),
    (f"no{EVIL}body", {EVIL: EVIL}),
)


def texts(value: Any) -> list[str]:
    found, todo = [], [value]
    while todo:
        here = todo.pop()
        if isinstance(here, (dict, list)):
            todo.extend(here.values() if isinstance(here, dict) else here)
        elif isinstance(here, str):
            found.append(here)
    return found


def check(text: str) -> None:
    found = UNSAFE.search(text)
    assert not found, f"…{text[max(0, found.start() - 60) : found.end() + 20]!r}"


@pytest.fixture
def sidecar(in_memory: Any) -> InMemory:
    made: InMemory = in_memory()
    made.start()
    return made


def heard(peer: Peer, number: int, method: str, params: Any) -> list[Any]:
    """What was said meanwhile, and the answer."""
    peer.send(request(number, method, params))
    said = []
    while (message := peer.receive()).get("id") != number:
        said.append(message["params"])
    return [*said, message.get("result") or message.get("error")]


@pytest.mark.parametrize("journal", ["shapes", "full"])
def test_footer_notes_and_commands(sidecar: InMemory, journal: str) -> None:
    peer = sidecar.peer
    peer.ask(1, "config/set", {"patch": {"journal": journal, "verbose": True}})
    peer.ask(2, "tools/set", {"key": "evil", "tools": TOOLS})
    told: list[Any] = []
    for number, (name, arguments) in enumerate(CALLS, 10):
        call = {"type": "toolCall", "id": "call_1", "name": name, "arguments": arguments}
        message = {"role": "assistant", "stopReason": "toolUse", "content": [call]}
        errors = {"call_1": f'Validation failed for tool "x":\n  - {EVIL}: {EVIL}'}
        model = {"provider": EVIL, "id": EVIL}
        params = {"message": message, "tools": "evil", "hostErrors": errors, "model": model}
        *said, result = heard(peer, number, "message/repair", params)
        told += [said, [each["summary"] for each in result["repairs"]]]
        told += [[each["reason"] for each in [*result["declined"], *result["guards"]]]]
    patch = {"sanitizeModels": ["("], "grammar": {"leakModels": [EVIL]}}
    told += heard(peer, 30, "config/set", {"patch": patch})
    told += heard(peer, 31, "config/set", {"patch": {"mode": EVIL}})
    whys = [f"why {n}" for n in range(1, 6)]
    for number, word in enumerate(
        ["status", "log", *whys, "stats", "learned", f"rule {EVIL}", EVIL, "config"], 40
    ):
        told += heard(peer, number, "command/run", {"name": "toolrecovery", "args": word})
    told += heard(peer, 60, "command/run", {"name": "toolrecovery-model", "args": f"{EVIL}/{EVIL}"})
    said = texts(told)
    assert any("\\x1b" in text for text in said), "the evil was shown, as its escape"
    for text in said:
        check(text)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session file whose tool, model and error are hostile."""
    folder = tmp_path / f"ses{EVIL[:12].replace('/', '')}sions"
    folder.mkdir()
    entries: list[Any] = []
    for number, day in enumerate(("2026-01-02", "2026-01-03")):
        call = {"type": "toolCall", "id": f"c{number}", "name": f"{EVIL}{number}", "arguments": {EVIL: EVIL}}
        usage = {"input": 1, "output": 1, "cost": {"total": 0.5}}
        message = {"role": "assistant", "content": [call], "model": EVIL, "usage": usage}
        message["stopReason"] = "toolUse"
        stamp = f"{day}T00:00:00Z{EVIL}"
        entries.append({"type": "message", "timestamp": stamp, "message": message})
        failed = [{"type": "text", "text": f"Tool {EVIL}{number} not found"}]
        result = {"role": "toolResult", "toolCallId": f"c{number}", "content": failed, "isError": True}
        entries.append({"type": "message", "timestamp": stamp, "message": result})
    (folder / "s.jsonl").write_text("\n".join(map(json.dumps, entries)) + "\n", "utf-8")
    return folder


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, [name for name, _ in attrs]))


def test_an_audit_and_its_page(session: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PI_CODING_AGENT_DIR": str(tmp_path)}
    env["PYTHONIOENCODING"] = "utf-8"
    command = [sys.executable, "-m", "sidecar", "audit", str(session), "--html", str(page)]
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 failures" in done.stdout
    assert "\\x1b" in done.stdout
    check(done.stdout)
    check(done.stderr.replace("\r", ""))
    written = page.read_text("utf-8")
    check(written)
    assert "&lt;script&gt;" in written
    tags = Tags()
    tags.feed(written)
    assert {tag for tag, _ in tags.seen}.isdisjoint({"script", "img", "iframe", "a", "link", "object"})
    assert not any(name.startswith("on") for _, names in tags.seen for name in names)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain → text\nof größe, 日本語, 👍", "plain → text\nof größe, 日本語, 👍"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("\ud800\0\x9b", "\\ud800\\x00\\x9b"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert printable(text) == shown
