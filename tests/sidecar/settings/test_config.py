from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sidecar.errors import ConfigError
from sidecar.files.lock import locked
from sidecar.settings import file as config_file
from sidecar.settings.config import Config, Endpoint, GrammarConfig, ModelChoice
from sidecar.settings.reading import read
from sidecar.settings.store import ConfigStore
from sidecar.settings.view import MASK, effective
from tests.places import ROOT


class Store(ConfigStore):
    def __init__(self, folder: Path, environ: dict[str, str] | None = None) -> None:
        self.faults: list[str] = []
        super().__init__(folder, environ or {}, self.faults.append)


def store_with(folder: Path, settings: Any, environ: dict[str, str] | None = None) -> Store:
    text = settings if isinstance(settings, str) else json.dumps(settings)
    (folder / "tool-recovery.json").write_text(text)
    return Store(folder, environ)


def test_no_file_is_all_defaults(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.current == Config()
    assert not store.faults


def test_every_key_is_read(tmp_path: Path) -> None:
    settings = {
        "$schema": "x",
        "enabled": False,
        "mode": "observe",
        "rules": {"rename-key": False},
        "tools": {"q": {"effect": "read", "rules": {"rename-key": True}}},
        "model": {"provider": "p", "id": "m"},
        "endpoint": {"baseUrl": "https://h/v1", "apiKey": "k", "modelId": "m", "api": "anthropic-messages"},
        "recovery": {"maxPerRun": 3, "values": "any", "deadlineS": 5},
        "learning": False,
        "grammar": {"mode": "strip", "requireKnownTool": False, "grammars": ["qwen"], "thinking": "final"},
        "phantom": "off",
        "notes": "first",
        "verbose": True,
        "journal": "full",
        "results": {"hints": False, "retryCap": 0, "emptyNote": False, "edits": False},
        "debug": True,
    }
    store = store_with(tmp_path, settings)
    config = store.current
    assert not store.faults
    shown = effective(config)
    for key in settings.keys() - {"$schema", "endpoint", "grammar"}:
        assert shown[key] == settings[key], key
    assert config.endpoint == Endpoint("https://h/v1", "k", "m", "anthropic-messages")
    assert config.grammar.grammars == {"qwen"}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"mode": "off"}, 'tool-recovery.json: mode is "off"; allowed: "repair", "observe"'),
        ({"enabled": "yes"}, 'tool-recovery.json: enabled is "yes"; it must be true or false'),
        (
            {"tools": {"q": {"effect": "rw"}}},
            'tool-recovery.json: tools.q.effect is "rw"; allowed: "read", "write"',
        ),
        (
            {"recovery": {"maxPerRun": -1}},
            "tool-recovery.json: recovery.maxPerRun is -1; it must be at least 0",
        ),
        ({"model": "m"}, 'tool-recovery.json: model is "m"; it must be "provider/id"'),
        ({"model": {"id": "m"}}, 'tool-recovery.json: model is {"id": "m"}; it needs provider'),
        (
            {"endpoint": {"baseUrl": "ftp://x"}},
            'tool-recovery.json: endpoint.baseUrl is "ftp://x"; it must begin with http:// or https://',
        ),
        (
            {"endpoint": {"apiKey": 12345}},
            "tool-recovery.json: endpoint.apiKey is the value; it must be a string",
        ),
    ],
    ids=lambda each: next(iter(each)) if isinstance(each, dict) else "",
)
def test_a_wrong_value_is_named_and_the_rest_applies(tmp_path: Path, settings: Any, said: str) -> None:
    store = store_with(tmp_path, {**settings, "notes": "first"})
    assert store.current.notes == "first"
    assert store.faults == [said]


def test_several_wrong_items_of_one_list(tmp_path: Path) -> None:
    store = store_with(tmp_path, {"grammar": {"grammars": [1, "qwen", 2, "glm", 3]}})
    assert store.current.grammar.grammars == {"qwen", "glm"}
    assert len(store.faults) == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{oops", "is not JSON"),
        ("[]", "must hold a JSON object"),
        ("[" * 100_000, "is not JSON"),
        ("{" + " " * 2_000_000 + "}", "is over"),
    ],
    ids=["no JSON", "a list", "nested deep", "huge"],
)
def test_an_unusable_file_is_left_alone_and_said_once(tmp_path: Path, text: str, reason: str) -> None:
    store = store_with(tmp_path, text)
    assert store.current == Config()
    assert store.current == Config()
    [fault] = store.faults
    assert str(store.path) in fault
    assert reason in fault
    assert reason in (store.save({"enabled": False}) or "")
    assert store.current.enabled is False, "it holds for this process"
    assert store.path.read_text() == text


def test_a_file_that_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "tool-recovery.json").mkdir()
    store = Store(tmp_path)
    assert store.current == Config()
    assert "no regular file" in store.faults[0]


def test_what_was_not_saved_is_saved_with_the_next_change(tmp_path: Path) -> None:
    store = store_with(tmp_path, "{oops")
    assert store.save({"enabled": False})
    store.path.write_text('{"model": {"provider": "p", "id": "m"}}')
    assert store.save({"notes": "first"}) is None
    assert json.loads(store.path.read_text()) == {
        "model": {"provider": "p", "id": "m"},
        "enabled": False,
        "notes": "first",
    }


def test_unknown_keys_are_kept_and_null_removes(tmp_path: Path) -> None:
    store = store_with(tmp_path, {"mine": [1], "model": {"provider": "p", "id": "m"}, "grammar": {"mine": 2}})
    assert store.save({"model": None, "grammar": {"enabled": True}}) is None
    saved = json.loads(store.path.read_text())
    assert saved == {"mine": [1], "grammar": {"mine": 2, "enabled": True}}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"gramar": {"enabled": True}}, "gramar is no setting and is ignored. Did you mean grammar?"),
        ({"hints": False}, "hints is no setting and is ignored. Did you mean results.hints?"),
        (
            {"results": {"retry_cap": 1}},
            "results.retry_cap is no setting and is ignored. Did you mean retryCap?",
        ),
        (
            {"rules": {"rename_key": False}},
            "rules.rename_key is no rule and is ignored. Did you mean rename-key?",
        ),
        (
            {"tools": {"write": {"rules": {"drop-nul": False}}}},
            "tools.write.rules.drop-nul is no rule and is ignored. Did you mean drop-null?",
        ),
        (
            {"tools": {"rules": {"effects": "read"}}},
            "tools.rules.effects is no setting and is ignored. Did you mean effect?",
        ),
        (
            {"grammar": {"grammars": ["herms"]}},
            "grammar.grammars holds herms, which is no grammar and is ignored. Did you mean hermes?",
        ),
        ({"mine": 1}, "mine is no setting and is ignored."),
    ],
    ids=lambda each: next(iter(each)) if isinstance(each, dict) else "",
)
def test_a_name_that_nothing_has_is_said_once_and_the_rest_applies(
    tmp_path: Path, settings: Any, said: str
) -> None:
    store = store_with(tmp_path, {"$schema": "x", "notes": "first", **settings})
    assert store.current.notes == "first"
    store.path.touch()
    assert store.save({"verbose": True}) is None
    assert store.current.verbose
    assert store.faults == [f"tool-recovery.json: {said}"]
    kept = json.loads(store.path.read_text())
    assert {key: kept[key] for key in settings} == settings


@pytest.mark.parametrize(
    "settings",
    [
        {"$schema": "x", "rules": {"tool-name": False, "argument-text": False, "drop-extra": False}},
        {"tools": {"gramar": {"effect": "read", "rules": {"rename-key": True}}}},
        {"grammarRepair": {"grammars": ["qwen", "hermes", "bare"], "leakModels": ["gramar"], "debug": True}},
        {"endpoint": {"baseUrl": "http://h", "apiKey": "k", "modelId": "m", "api": "openai-completions"}},
    ],
    ids=["rules", "tools of any name", "grammars of both kinds", "an endpoint"],
)
def test_names_that_are_known_are_no_news(tmp_path: Path, settings: Any) -> None:
    store = store_with(tmp_path, settings)
    assert store.current
    assert not store.faults


def test_a_file_of_nothing_but_unknown_names_is_soon_said(tmp_path: Path) -> None:
    store = store_with(tmp_path, {f"mine{number}": number for number in range(500)})
    assert store.current == Config()
    assert len(store.faults) == 11
    assert store.faults[-1] == "tool-recovery.json: and 490 more unknown names"


def test_names_of_the_file_beside_ours_are_not_ours_to_judge(tmp_path: Path) -> None:
    beside = tmp_path / "extensions" / "pi-tool-repair.json"
    beside.parent.mkdir()
    beside.write_text('{"other": 1, "grammarRepair": {"enabled": true, "theirs": 2}}')
    store = Store(tmp_path)
    assert store.current.grammar.enabled
    assert not store.faults


@pytest.mark.parametrize("model", ["p/a/b", {"provider": "p", "id": "a/b"}])
def test_a_model_in_either_form(tmp_path: Path, model: Any) -> None:
    store = store_with(tmp_path, {"model": model})
    assert store.current.model == ModelChoice("p", "a/b")
    assert not store.faults


def test_a_wrong_patch_is_refused_whole(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(ConfigError, match="mode"):
        store.save({"enabled": False, "mode": "x"})
    assert not store.path.exists()


def test_a_masked_key_that_comes_back_is_no_key(tmp_path: Path) -> None:
    store = store_with(tmp_path, {"endpoint": {"baseUrl": "http://h", "apiKey": "secret"}})
    shown = effective(store.current)
    assert "secret" not in str(shown)
    assert shown["endpoint"]["apiKey"] == MASK
    store.save({"endpoint": {**shown["endpoint"], "modelId": "other"}})
    assert store.current.endpoint == Endpoint("http://h", "secret", "other")


def test_the_saved_file_is_for_its_owner_only(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "agent")
    assert store.save({"enabled": False}) is None
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


def test_a_symbolic_link_is_not_written_through(tmp_path: Path) -> None:
    target = tmp_path / "target.json"
    target.write_text('{"notes": "first"}')
    store = Store(tmp_path)
    store.path.symlink_to(target)
    assert store.current.notes == "first"
    said = store.save({"enabled": False}) or ""
    assert "symbolic link" in said
    assert f"change {target} by hand" in said
    assert store.current.enabled is False, "it holds for this process"
    assert target.read_text() == '{"notes": "first"}'
    assert store.path.is_symlink()


def test_a_folder_that_is_a_link_is_the_users_own_choice(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "agent").symlink_to(tmp_path / "dotfiles")
    store = Store(tmp_path / "agent")
    assert store.save({"enabled": False}) is None
    assert json.loads((tmp_path / "dotfiles" / "tool-recovery.json").read_text()) == {"enabled": False}


@pytest.mark.parametrize("name", ["tool-recovery.json.lock", ".tool-recovery.json.new"])
def test_a_link_laid_beside_it_is_not_written_through(tmp_path: Path, name: str) -> None:
    target = tmp_path / "target"
    target.write_text("somebody else's")
    (tmp_path / name).symlink_to(target)
    Store(tmp_path).save({"enabled": False})
    assert target.read_text() == "somebody else's"


def test_a_file_that_breaks_while_it_is_used_changes_nothing(tmp_path: Path) -> None:
    store = store_with(tmp_path, {"enabled": False})
    assert not store.current.enabled
    store.path.write_text('{"enabled": fal')
    assert not store.current.enabled, "half a file is no wish to turn it on"
    [fault] = store.faults
    assert "what it held before stays in force" in fault
    store.path.write_text('{"enabled": true}')
    assert store.current.enabled
    store.path.unlink()
    assert store.current == Config(), "a file that is gone holds nothing"


KILLED_WRITER = """
import pathlib, sys
from sidecar.settings.store import ConfigStore
store = ConfigStore(pathlib.Path(sys.argv[1]), {})
for n in range(int(sys.argv[2]), 10 ** 9):
    assert store.save({"rules": {f"rule-{n:09}": False}, "pad": "x" * 5000}) is None
    print(n, flush=True)
"""


def test_a_writer_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    confirmed = -1
    for round_ in range(6):
        run = [sys.executable, "-c", KILLED_WRITER, str(tmp_path), str(confirmed + 1)]
        with subprocess.Popen(run, env=env, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            for _ in range(1 + round_ * 3):
                writer.stdout.readline()
            writer.kill()
            told = writer.stdout.read()  # what it had said by then
        saved = json.loads((tmp_path / "tool-recovery.json").read_text())["rules"]
        confirmed = int(max(saved)[5:])
        assert len(saved) == confirmed + 1, "each one that was saved is there"
        assert all(int(line) <= confirmed for line in told.split())
    assert Store(tmp_path).save({"enabled": False}) is None
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "tool-recovery.json",
        "tool-recovery.json.lock",
    ]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_with(tmp_path, {"notes": "first"})

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in (store.save({"enabled": False}) or "")
    assert json.loads(store.path.read_text()) == {"notes": "first"}
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "tool-recovery.json",
        "tool-recovery.json.lock",
    ]


def test_a_lock_that_another_process_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config_file, "LOCK_WAIT_S", 0)
    store = Store(tmp_path)
    with locked(tmp_path / "tool-recovery.json.lock", 1):
        assert "another process" in (store.save({"enabled": False}) or "")


def test_a_change_by_someone_else_is_seen(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.current.enabled
    Store(tmp_path).save({"enabled": False})
    assert not store.current.enabled


def test_eight_processes_lose_nothing(tmp_path: Path) -> None:
    writer = """
import sys, pathlib
from sidecar.settings.store import ConfigStore
from sidecar.settings import file as config_file
config_file.LOCK_WAIT_S = 60
store = ConfigStore(pathlib.Path(sys.argv[1]), {})
for n in range(10):
    assert store.save({"rules": {f"rule-{sys.argv[2]}-{n}": False}}) is None
"""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    writers = [
        subprocess.Popen([sys.executable, "-c", writer, str(tmp_path), str(number)], env=env)
        for number in range(8)
    ]
    assert [each.wait() for each in writers] == [0] * 8
    assert len(Store(tmp_path).current.rules) == 80
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "tool-recovery.json",
        "tool-recovery.json.lock",
    ]


def test_the_environment_goes_before_the_file() -> None:
    settings = {"endpoint": {"baseUrl": "https://file", "apiKey": "the file's", "modelId": "m"}}
    environ = {"TOOLRECOVERY_BASE_URL": "http://env", "TOOLRECOVERY_API_KEY": "the environment's"}
    assert read(settings, {}, environ).endpoint == Endpoint("http://env", api_key="the environment's")


def test_a_key_never_goes_to_another_address() -> None:
    settings = {"endpoint": {"baseUrl": "https://file", "apiKey": "the file's"}}
    assert read(settings, {}, {"TOOLRECOVERY_BASE_URL": "http://env"}).endpoint == Endpoint("http://env")


def test_an_anthropic_address_means_its_api() -> None:
    endpoint = read({}, {}, {"TOOLRECOVERY_BASE_URL": "https://api.anthropic.com"}).endpoint
    assert endpoint
    assert endpoint.api == "anthropic-messages"


def test_a_wrong_environment_is_said(tmp_path: Path) -> None:
    store = Store(tmp_path, {"TOOLRECOVERY_BASE_URL": "localhost:1234", "TOOLRECOVERY_API": "gemini"})
    assert store.current.endpoint is None
    assert [fault.split()[0] for fault in store.faults] == ["TOOLRECOVERY_BASE_URL", "TOOLRECOVERY_API"]


def test_no_key_shows_in_a_repr() -> None:
    endpoint = Endpoint("https://h", api_key="secret")
    assert "secret" not in repr(Config(endpoint=endpoint, model=ModelChoice("p", "m")))


def test_pi_tool_repairs_own_file_is_read_beside_ours(tmp_path: Path) -> None:
    beside = tmp_path / "extensions" / "pi-tool-repair.json"
    beside.parent.mkdir()
    beside.write_text('{"grammarRepair": {"enabled": true, "mode": "strip", "leakModels": ["kimi"]}}')
    store = store_with(tmp_path, {"grammar": {"mode": "recover"}})
    assert store.current.grammar == GrammarConfig(enabled=True, mode="recover", leak_models=("kimi",))
    assert not store.faults


def test_a_broken_file_beside_ours_costs_only_itself(tmp_path: Path) -> None:
    beside = tmp_path / "extensions" / "pi-tool-repair.json"
    beside.parent.mkdir()
    beside.write_text("{")
    store = store_with(tmp_path, {"notes": "first"})
    assert store.current.notes == "first"
    assert len(store.faults) == 1


@pytest.mark.parametrize(
    ("grammar", "model_id", "applies"),
    [
        (GrammarConfig(), "kimi-k2", False),
        (GrammarConfig(enabled=True), None, True),
        (GrammarConfig(leak_models=("kimi", "qwen3")), "moonshotai/Kimi-K2", True),
        (GrammarConfig(leak_models=("kimi",)), "gpt-5", False),
        (GrammarConfig(leak_models=("kimi",)), None, False),
    ],
    ids=["off by default", "on for all", "letter case does not count", "another model", "no model known"],
)
def test_grammar_applies(grammar: GrammarConfig, model_id: str | None, applies: bool) -> None:
    assert grammar.applies_to(model_id) is applies


@pytest.mark.parametrize("fragment", ["(", "a" * 3000], ids=["no regex", "a novel"])
def test_a_bad_fragment_is_ignored_with_a_notice(tmp_path: Path, fragment: str) -> None:
    store = store_with(tmp_path, {"grammar": {"leakModels": [fragment, "qwen"]}})
    assert store.current.grammar.leak_models == ("qwen",)
    assert len(store.faults) == 1


RUNS_AWAY = r"^(([a-z])+.)+[0-9]([a-z])+$"


def test_a_fragment_that_takes_too_long_matches_nothing_and_is_known() -> None:
    config = Config(sanitize_models=(RUNS_AWAY, "qwen", r"ki+mi"))
    assert not config.sanitizes("a" * 200)
    assert config.slow_fragments == [RUNS_AWAY]
    assert config.sanitizes(f"{'a' * 150}-QWEN")
    assert config.sanitizes("Kiimi-k2")
    assert not config.sanitizes("glm")
