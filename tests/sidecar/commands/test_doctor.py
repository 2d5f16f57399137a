"""What doctor finds, each with its mend; and that it finds nothing where nothing is wrong."""

from __future__ import annotations

import json
import shutil
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidecar import commands, paths
from sidecar.commands.context import CommandContext, Reply, StoredState
from sidecar.recovery import probe
from sidecar.session.host import SessionFacts
from sidecar.settings.store import ConfigStore
from sidecar.state.journal import Journal
from tests.places import CORPUS

SESSIONS = CORPUS / "sessions"
VERSIONS = {"pi": "1.6.0", "bridge": "0.1.0", "sidecar": "0.1.0"}
TOOLS = [{"name": "write", "parameters": {}, "active": True}]


@pytest.fixture
def context(tmp_path: Path) -> CommandContext:
    environ = {"XDG_STATE_HOME": str(tmp_path)}
    facts = SessionFacts(str(tmp_path / "project"), "main-1", TOOLS, versions=dict(VERSIONS))
    stored = StoredState(environ, Journal(lambda: paths.journal(environ), lambda line: None))
    return CommandContext(ConfigStore(tmp_path, {}), facts=facts, stored=stored)


def ask(context: CommandContext) -> Reply:
    return commands.run(context, "toolrecovery", "doctor")


def wrong(context: CommandContext) -> list[str]:
    return [line for line in ask(context).text.splitlines()[1:] if line[0] in "✗ "]


def test_a_wrong_variable_is_corrected_in_the_environment(context: CommandContext, tmp_path: Path) -> None:
    context = replace(context, store=ConfigStore(tmp_path, {"TOOLRECOVERY_BASE_URL": "localhost:1234"}))
    assert wrong(context) == [
        "✗ TOOLRECOVERY_BASE_URL must begin with http:// or https://; it is ignored",
        "  → correct it in the environment, or unset it",
    ]


def test_nothing_to_mend(context: CommandContext, tmp_path: Path) -> None:
    reply = ask(context)
    assert reply.level == "info"
    lines = reply.text.splitlines()
    assert lines[0] == "nothing to mend"
    assert lines[1].startswith("✓ Python 3.")
    assert lines[2:] == [
        "✓ pi 1.6.0, bridge 0.1.0, sidecar 0.1.0",
        f"✓ configuration: {tmp_path}/tool-recovery.json",
        f"✓ state: {tmp_path}/toolrecovery",
        "✓ no recovery model: rules alone are at work; /toolrecovery-model picks one",
        "✓ 1 tool declared to the model",
    ]


def test_the_debug_log_is_named_where_there_is_one(context: CommandContext, tmp_path: Path) -> None:
    said = f"debug log, with values: {tmp_path}/toolrecovery/debug.log"
    assert said not in ask(context).text + commands.run(context, "status").text
    context.store.save({"debug": True})
    assert f"✓ {said}" in ask(context).text
    assert said in commands.run(context, "status").text


def test_versions_that_do_not_fit(context: CommandContext) -> None:
    context = replace(
        context,
        facts=replace(context.facts, versions={"pi": "0.80.1", "bridge": "0.2.0", "sidecar": "0.1.0"}),
    )
    assert ask(context).level == "warning"
    assert wrong(context) == [
        "✗ bridge and sidecar are of different versions",
        "  → update both: pi update, then /reload",
    ]
    assert not wrong(replace(context, facts=replace(context.facts, versions={**VERSIONS, "pi": "unknown"})))


def test_what_this_pi_lacks(context: CommandContext) -> None:
    context.facts.host = {"lacks": ["a list of its tools", "its own check of a call"]}
    assert wrong(context) == [
        "✗ pi 1.6.0 lacks a list of its tools, its own check of a call",
        "  → update pi; where it is new, toolrecovery",
    ]
    context.facts.host = {"lacks": []}
    assert wrong(context) == []


def test_another_copy_of_this(context: CommandContext) -> None:
    context.facts.host = {"copies": ["/packages/toolrecovery"]}
    assert wrong(context) == [
        "✗ another toolrecovery stands down: /packages/toolrecovery",
        "  → keep one of them: pi remove, or pi config",
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/me/pi-tool-repair.ts", "pi-tool-repair.ts"),
        ("/x/node_modules/pi-tool-repair/src/index.ts", "pi-tool-repair"),
        (r"C:\x\pi-tool-repair\index.ts", "pi-tool-repair"),
        ("npm:pi-cheap-tool-error-recovery", "npm:pi-cheap-tool-error-recovery"),
    ],
)
def test_another_repair_that_is_loaded(context: CommandContext, path: str, name: str) -> None:
    context.facts.host = {"extensions": ["/x/footer.ts", path]}
    assert wrong(context) == [
        f"✗ {name} repairs tool calls too",
        "  → keep one of them: pi remove, or pi config",
    ]


def test_an_extension_in_a_folder_with_such_a_name_is_no_repair(context: CommandContext) -> None:
    context.facts.host = {"extensions": ["/home/me/tool-repair/work/mine/footer/index.ts"]}
    assert wrong(context) == []


def test_this_is_no_other(context: CommandContext) -> None:
    context.facts.host = {
        "extensions": ["/x/toolrecovery/pi-bridge/index.ts", "npm:toolrecovery", "/toolrecovery"]
    }
    assert wrong(context) == []


def test_wrong_values_and_repairing_off(context: CommandContext, tmp_path: Path) -> None:
    context.store.path.write_text(json.dumps({"enabled": False, "journal": "no"}))
    assert wrong(context) == [
        '✗ tool-recovery.json: journal is "no"; allowed: "shapes", "full", "off"',
        f"  → correct it in {tmp_path}/tool-recovery.json, or take it out",
        "✗ repairing is off",
        "  → /toolrecovery on",
    ]


def test_a_name_that_nothing_has(context: CommandContext, tmp_path: Path) -> None:
    context.store.path.write_text(json.dumps({"gramar": {}}))
    assert wrong(context) == [
        "✗ tool-recovery.json: gramar is no setting and is ignored. Did you mean grammar?",
        f"  → correct it in {tmp_path}/tool-recovery.json, or take it out",
    ]


def test_what_cannot_be_written(
    context: CommandContext, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert wrong(context) == [
        f"✗ {tmp_path}/tool-recovery.json cannot be written",
        f"  → give yourself the right to write in {tmp_path}",
        f"✗ {tmp_path}/toolrecovery cannot be written: no journal is kept",
        f"  → give yourself the right to write in {tmp_path}/toolrecovery",
    ]


def test_a_configuration_that_is_a_link(context: CommandContext, tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("{}")
    context.store.path.symlink_to(tmp_path / "real.json")
    assert wrong(context)[0].endswith("tool-recovery.json is a symbolic link")


def test_a_damaged_journal(context: CommandContext, tmp_path: Path) -> None:
    path = paths.journal({"XDG_STATE_HOME": str(tmp_path)})
    path.parent.mkdir()
    path.write_bytes(b"no database " * 1000)
    said, mend = wrong(context)
    assert said.startswith(f"✗ {path} cannot be read: ")
    assert mend == "  → move the file away to begin a new one"


def test_an_endpoint_that_answers_and_one_that_does_not(context: CommandContext) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        url = f"http://user:key@127.0.0.1:{listening.getsockname()[1]}/v1"
        context.store.save({"endpoint": {"baseUrl": url}})
        said, mend = wrong(context)
        assert said.startswith("✗ http://***@127.0.0.1:")
        assert "does not answer: " in said
        assert mend == "  → start the server, or correct endpoint.baseUrl"
        proxied = replace(
            context,
            stored=StoredState(
                {**context.stored.environ, "HTTPS_PROXY": "http://proxy"}, context.stored.journal
            ),
        )
        assert "not looked at behind a proxy" in ask(proxied).text
        listening.listen()
        assert not wrong(context)
        assert " answers" in ask(context).text


@pytest.mark.parametrize("url", ["http://", "http://[", "ftp://h", "http://h:99999"])
def test_an_address_that_is_none(url: str) -> None:
    assert probe.trouble(url) == "the address cannot be read"


def test_a_name_that_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    never = threading.Event()
    monkeypatch.setattr(probe, "_connect", lambda host, port, patience: never.wait())
    assert probe.trouble("http://h", 0.001) == "nothing answered within 0.001 s"
    never.set()


def test_a_model_pi_cannot_use(context: CommandContext) -> None:
    context.store.save({"model": {"provider": "p", "id": "gone"}})
    known = replace(context, models=[{"provider": "p", "id": "here"}])
    assert wrong(known)[0] == "✗ pi cannot use the recovery model p/gone"
    assert not wrong(replace(context, models=[{"provider": "p", "id": "gone"}]))


def test_a_model_pi_can_ask(context: CommandContext) -> None:
    context.store.save({"model": {"provider": "p", "id": "here"}})
    known = replace(context, models=[{"provider": "p", "id": "here"}])
    assert "✓ recovery model: p/here, which pi can ask" in ask(known).text
    assert not wrong(context), "on the shell nobody tells"
    assert (
        "✓ recovery model: p/here; whether pi knows it, /toolrecovery doctor in pi tells" in ask(context).text
    )


@pytest.mark.parametrize(
    ("models", "mend"),
    [
        ([{"provider": "p", "id": "gone-2"}], "pick one with /toolrecovery-model, such as p/gone-2"),
        (
            [{"provider": "q", "id": "x"}],
            "sign in to p with /login, or pick another with /toolrecovery-model",
        ),
        ([], "sign in to p with /login, or pick another with /toolrecovery-model"),
    ],
    ids=["another of the provider", "another provider", "no model at all"],
)
def test_the_mend_of_a_model_pi_cannot_use(context: CommandContext, models: Any, mend: str) -> None:
    context.store.save({"model": {"provider": "p", "id": "gone"}})
    assert wrong(replace(context, models=models)) == [
        "✗ pi cannot use the recovery model p/gone",
        f"  → {mend}",
    ]


def test_a_sidecar_that_died_before(context: CommandContext) -> None:
    context.facts.last_words = ["the sidecar exited with status 3", "Traceback", "ValueError: 7"]
    assert wrong(context) == [
        "✗ the sidecar before this one ended: the sidecar exited with status 3",
        "    Traceback",
        "    ValueError: 7",
        "  → it was started again; if that happens often, report it with these lines",
    ]
    context.facts.last_words = ()
    assert not wrong(context)


def test_a_request_without_tools(context: CommandContext) -> None:
    context.facts.tools = [{"name": "write", "parameters": {}, "active": False}]
    assert wrong(context)[0] == "✗ the request declares no tools"
    context.facts.tools = None
    assert not wrong(context)


def test_a_model_that_leaks_while_grammar_is_off(context: CommandContext, tmp_path: Path) -> None:
    shutil.copytree(SESSIONS, tmp_path / "sessions" / "--project--")
    (tmp_path / "sessions" / "--project--" / "empty-turn.jsonl").unlink()
    assert wrong(context) == [
        "✗ main-1 writes tool calls as text in its latest session",
        "  → /toolrecovery grammar on main-1",
    ]
    context.facts.model = "another"
    assert not wrong(context)
    context.facts.model = "main-1"
    context.store.save({"grammar": {"enabled": True}})
    assert not wrong(context)


def test_leaked_calls_that_stayed_text_are_counted(context: CommandContext) -> None:
    context.facts.model = "main-1"
    context.tally.left_as_text = 2
    assert wrong(context) == [
        "✗ 2 leaked calls stayed text in this session",
        "  → /toolrecovery grammar on main-1",
    ]
    context.store.save({"grammar": {"leakModels": ["main"]}})
    assert not wrong(context)


def test_prose_about_calls_is_no_leak(context: CommandContext, tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    text = "Use `<tool_call>` like this:\n```\n<tool_call>{}</tool_call>\n```"
    message = {"role": "assistant", "model": "main-1", "stopReason": "stop"}
    lines = [
        "{torn",
        json.dumps({"message": {**message, "content": [{"type": "text", "text": text}]}}),
        "[1]",
    ]
    (tmp_path / "sessions" / "s.jsonl").write_text("\n".join(lines))
    assert not wrong(context)


@pytest.mark.parametrize(
    ("settings", "extension", "named"),
    [
        pytest.param({"packages": ["npm:pi-tool-repair"]}, "", "npm:pi-tool-repair", id="a package"),
        pytest.param(
            {"packages": [{"source": "git:github.com/o/pi-cheap-tool-error-recovery"}]},
            "",
            "git:github.com/o/pi-cheap-tool-error-recovery",
            id="a source",
        ),
        pytest.param({"extensions": ["/x/tool-repair.ts"]}, "", "/x/tool-repair.ts", id="a path"),
        pytest.param({}, "tool_call_repair.ts", "tool_call_repair.ts", id="a file beside"),
        pytest.param(
            {"packages": ["git:github.com/o/toolrecovery", 5], "extensions": {}}, "", "", id="this one"
        ),
        pytest.param({}, "pi-tool-repair.json", "", id="only its settings"),
        pytest.param([], "", "", id="no settings"),
    ],
)
def test_others_that_repair(
    context: CommandContext, tmp_path: Path, settings: Any, extension: str, named: str
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    if extension:
        (tmp_path / "extensions").mkdir()
        (tmp_path / "extensions" / extension).write_text("{}")
    expected = (
        [f"✗ {named} repairs tool calls too", "  → keep one of them: pi remove, or pi config"]
        if named
        else []
    )
    assert wrong(context) == expected
