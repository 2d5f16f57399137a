"""What stats, log, why and undo say about a journal."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidecar import commands
from sidecar.commands.context import CommandContext, StoredState
from sidecar.session.call_values import CallValues
from sidecar.session.core_input import toolset
from sidecar.session.display import bars, diff
from sidecar.session.messages import RepairRequest, Task
from sidecar.settings.config import Config
from sidecar.settings.store import ConfigStore
from sidecar.state.journal import read
from tests.sidecar.peer import WRITE
from tests.sidecar.state.journal.stage import ASKED, Kept, judged, message

NOW = time.time()


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


@pytest.fixture
def context(tmp_path: Path, kept: Kept) -> CommandContext:
    return CommandContext(
        ConfigStore(tmp_path, {}), stored=StoredState(journal=kept.journal, session="s-now")
    )


def say(context: CommandContext, args: str) -> str:
    return commands.run(context, "toolrecovery", args).text


def saved(context: CommandContext) -> Any:
    return json.loads(context.store.path.read_text())


def test_stats_in_bars(context: CommandContext, kept: Kept) -> None:
    valid = message({"path": "a", "content": "b"})
    kept.put(
        *(judged(at=NOW, turn=f"t{number}") for number in range(3)),
        judged(
            message(name="Write"),
            at=NOW,
            turn="t4",
            model="main-2",
            host_errors={"c1": "Tool Write not found"},
        ),
        judged(message({"content": "b"}), at=NOW, turn="t5"),
        judged(message({"path": "a", "content": None}), at=NOW, turn="t6", host_errors={"c1": None}),
        judged(valid, at=NOW, turn="t7", asked=ASKED, host_errors={}),
    )
    lines = say(context, "stats 7").splitlines()
    assert lines[:3] == [
        "4 calls repaired in the last 7 days (4 by rules)",
        "4 turns saved, 1 call left alone, 1 blocked",
        "2 model calls: 100 tokens in, 20 out, $0.5000",
    ]
    assert lines[lines.index("by model") :][:3] == [
        "by model",
        "  main-1  ██████████████████████████████ 3",
        "  main-2  ██████████ 1",
    ]
    assert f"  rename-key  {'█' * 30} 4" in lines
    assert f"  tool-name   {'█' * 7}▌ 1" in lines
    assert time.strftime("  %Y-%m-%d  ", time.localtime(NOW)) + "█" * 30 + " 4" in lines


def test_stats_of_fewer_days_leave_older_repairs_out(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW - 3 * 86_400))
    assert say(context, "stats 2") == "Nothing was repaired in the last 2 days."
    assert say(context, "stats 4").startswith("1 call repaired")
    assert commands.run(context, "stats", "many").level == "warning"


def test_bars_fit_a_terminal_and_long_times_are_summed_up() -> None:
    names = {"mcp__some_server__a_tool_with_quite_a_name_of_its_own": 12345, "write": 2}
    lines = bars("by tool", names)
    assert max(map(len, lines)) <= 78
    assert lines[1].startswith("  mcp__some_server…a_name_of_its_own  ███")
    days = {f"2026-{month:02}-{day:02}": 1 for month in (1, 2) for day in range(1, 29)}
    lines = bars("by day", days, in_order=True)
    assert (len(lines), lines[1], lines[-1]) == (33, "  and 25 before: 25", f"  2026-02-28  {'█' * 30} 1")


def test_stats_say_what_mode_observe_would_have_done(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW, observed=True), judged(at=NOW, observed=True))
    text = say(context, "stats")
    assert text.startswith(
        "0 calls repaired in the last 30 days\nmode observe would have repaired 2 calls\n  write  █"
    )


def test_nothing_yet(context: CommandContext) -> None:
    for verb in ("log", "why", "undo"):
        assert say(context, verb) == "Nothing was repaired yet."
    context.store.save({"journal": "off"})
    assert "The journal is off" in say(context, "log")


def test_a_session_without_a_journal(tmp_path: Path) -> None:
    context = CommandContext(ConfigStore(tmp_path, {}))
    reply = commands.run(context, "toolrecovery", "stats")
    assert (reply.text, reply.level) == ("this session keeps no journal", "warning")


def test_log_is_a_line_a_call_the_latest_first(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW), judged(message({"content": "b"}), at=NOW), judged(at=NOW, observed=True))
    assert told(say(context, "log")) == [
        "#3  at  would repair  write: filename → path",
        "#2  at  left alone    write: required path is in no argument",
        "#1  at  repaired      write: filename → path",
    ]
    assert len(say(context, "log 1").splitlines()) == 1
    assert commands.run(context, "log", "0").level == "warning"


def told(log: str) -> list[str]:
    """Its lines, with `at` for the day or hour."""
    return [re.sub(r"(?<=  )[-:\d]+ *(?=  )", "at", line, count=1) for line in log.splitlines()]


def test_log_stands_in_columns_and_names_the_models_where_there_are_several(
    context: CommandContext, kept: Kept
) -> None:
    kept.put(
        *(judged(at=NOW, turn=f"t{number}") for number in range(9)),
        judged(at=NOW, turn="t9", model="accounts/of-someone/models/kimi-k2"),
    )
    lines = told(say(context, "log 2"))
    assert lines == [
        "#10  at  repaired  account…/kimi-k2  write: filename → path",
        "#9   at  repaired  main-1            write: filename → path",
    ]


def test_a_line_of_the_log_fits_a_terminal(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(message({"path": "a", "content": None}), at=NOW, host_errors={"c1": None}))
    line = say(context, "log")
    assert (len(line), line[-1]) == (78, "…")


def test_what_a_model_wrote_steers_no_terminal(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(message(name="\x1b]0;owned\x07Write"), at=NOW, host_errors={"c1": "x"}, whole=True))
    for verb in ("log", "why"):
        text = say(context, verb)
        assert all(line.isprintable() for line in text.splitlines())
        assert "\\x1b]0;owned\\x07Write" in text


def test_why_in_shapes(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW))
    assert say(context, "why").splitlines()[1:] == [
        '- filename: "text(10)"',
        '+ path: "text(10)"',
        "  1 value as before",
        "wrong: path is missing; filename is not declared",
        say(context, "why").splitlines()[5],
        "pi would have said (invalid): path: missing",
        'values are not kept; "journal": "full" keeps them',
    ]
    assert say(context, "why").splitlines()[5].startswith("by rules: rename-key, ")


def test_why_with_values(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(message({"path": "a.json", "content": {"n": [1, "x" * 200]}}), at=NOW, whole=True))
    lines = say(context, "why 1").splitlines()
    assert "- content.n.0: 1" in lines
    assert f'- content.n.1: "{"x" * 119}… (202 characters)' in lines
    assert any(line.startswith("+ content: ") for line in lines)
    assert "values are not kept" not in "\n".join(lines)


def test_a_diff_shows_where_long_values_differ() -> None:
    content = "The same words at length. " * 20
    same = diff({"content": content}, {"content": content})
    assert same == ["  1 value as before"]
    was, came = diff({"content": f"{content}old end"}, {"content": f"{content}new end"})
    assert was.startswith("- content: …") and was.endswith('length. old end" (529 characters)')
    assert came.startswith("+ content: …") and came.endswith('length. new end" (529 characters)')
    longer = diff({"content": content}, {"content": content + content})
    assert longer[0] != "- " + longer[1][2:]


def test_why_of_another_tool_and_of_a_question(context: CommandContext, kept: Kept) -> None:
    named = judged(message(name="Write"), at=NOW, host_errors={"c1": "Tool Write not found"})
    kept.put(named, judged(message({"content": "b"}), at=NOW, turn="asked", asked=ASKED))
    text = say(context, "why #1")
    assert "- tool Write\n+ tool write" in text
    assert "pi would have said: unknown tool" in text
    text = say(context, "why")
    assert "why: required path is in no argument" in text
    assert "asked: helper-1, 2 calls, 120 tokens, $0.5000" in text


def test_why_of_a_call_pi_would_have_run(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW, host_errors={"c1": None}))
    assert "pi would have run it as it was" in say(context, "why")
    kept.take_back("s", "c1", 'Validation failed for tool "write":\n  - path: missing\n')
    text = say(context, "why")
    assert "taken back" in text
    assert "pi still rejected the repaired call: path: missing" in text


def test_why_of_a_blocked_call(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(message({"path": "a", "content": None}), at=NOW, host_errors={"c1": None}))
    text = say(context, "why")
    assert 'why: content is null: pi would use the text "null". Send "" for an empty text.' in text
    assert "pi would have run it with a meaning nobody sent" in text


def test_why_is_first_about_this_session(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW, session="s-now"), judged(message({"content": "b"}), at=NOW))
    assert say(context, "why").startswith("#1 ")


@pytest.mark.parametrize("number", ["12", "x", "1 2", "-1"])
def test_a_number_that_is_none(context: CommandContext, kept: Kept, number: str) -> None:
    kept.put(judged(at=NOW))
    for verb in ("why", "undo"):
        assert commands.run(context, "toolrecovery", f"{verb} {number}").level == "warning"
    assert not context.store.path.exists()


def test_undo_switches_the_rule_off_for_that_tool(context: CommandContext, kept: Kept) -> None:
    context.store.save({"tools": {"write": {"effect": "read", "rules": {"drop-null": False}}}})
    kept.put(judged(at=NOW))
    assert say(context, "undo").startswith("rename-key is off for write; ")
    assert saved(context)["tools"] == {
        "write": {"effect": "read", "rules": {"drop-null": False, "rename-key": False}}
    }


def test_undo_of_a_name_goes_by_the_name_that_was_called(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(message({"path": "a", "content": "b"}, name="Write"), at=NOW, host_errors={"c1": "x"}))
    assert "tool-name is off for Write" in say(context, "undo")
    assert saved(context)["tools"] == {"Write": {"rules": {"tool-name": False}}}


OTHER_AGENTS = [
    message({"file_path": "a", "content": "b"}, name="Write"),
    message({"file_path": "a", "content": "b"}, name="functions.Write:0"),  # no name that the journal keeps
    message({"tool": "Write", "args": {"file_path": "a", "content": "b"}}, name="use_tool"),
]


@pytest.mark.parametrize("given", OTHER_AGENTS, ids=lambda given: given["content"][0]["name"])
def test_undo_of_another_agents_call_stops_it(context: CommandContext, kept: Kept, given: Any) -> None:
    before = Task(RepairRequest(given, model_id="m"), toolset([WRITE], Config()), Config())
    assert before.outcome.repairs[0].rules[:2] == ("tool-name", "rename-key")
    kept.put(judged(given, at=NOW, host_errors={"c1": "Tool not found"}))
    assert "tool-name is off for " in say(context, "undo")
    now = context.store.current
    after = Task(RepairRequest(given, model_id="m"), toolset([WRITE], now), now)
    assert (after.outcome.repairs, len(after.outcome.declined)) == ((), 1)


def test_undo_of_one_call_leaves_the_others(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(OTHER_AGENTS[0], at=NOW, host_errors={"c1": "Tool Write not found"}))
    say(context, "undo")
    other = message({"path": "a", "content": "b"}, name="write_file")
    now = context.store.current
    task = Task(RepairRequest(other, model_id="m"), toolset([WRITE], now), now)
    assert [record.rules for record in task.outcome.repairs] == [("tool-name",)]


def test_why_of_leaked_text_shows_the_call(context: CommandContext, kept: Kept) -> None:
    leak = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "b"}}\n</tool_call>'
    text = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": leak}]}
    kept.put(judged(text, at=NOW, host_errors={}, grammar=True, whole=True))
    lines = say(context, "why").splitlines()
    assert lines[1:3] == ['+ path: "a"', '+ content: "b"']
    assert lines[-1] == "pi saw no call in the text"


def test_undo_of_leaked_text_takes_its_grammar_out(context: CommandContext, kept: Kept) -> None:
    leak = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "b"}}\n</tool_call>'
    text = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": leak}]}
    kept.put(judged(text, at=NOW, host_errors={}, grammar=True))
    assert "calls leaked as hermes are left as text" in say(context, "undo")
    allowed = saved(context)["grammar"]["grammars"]
    assert "hermes" not in allowed
    assert {"invoke", "mistral", "bare"} <= set(allowed)


def test_undo_of_what_was_not_repaired(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(message({"content": "b"}), at=NOW))
    assert commands.run(context, "undo", "1").text == "#1 was not repaired: there is nothing to undo."


def test_why_says_that_the_models_tools_are_marked_strict(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW))
    assert "strict" not in say(context, "why")
    context.store.save({"strict": {"models": ["main"]}})
    assert say(context, "why").endswith("the tools of main-1 are marked strict now")


def test_undo_without_a_number_takes_the_last_repair(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW), judged(message({"content": "b"}), at=NOW, turn="t2"))
    assert "rename-key is off for write" in commands.run(context, "undo").text


def test_values_of_the_running_session_are_shown_and_no_others(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW))
    entry = read.entry(context.journal(), None)
    assert entry is not None
    values = {entry.call: CallValues({"filename": "a.txt"}, {"path": "a.txt"}, "write: filename → path")}
    stored = replace(context.stored, values=values, session=entry.session)
    assert "a.txt" in say(replace(context, stored=stored), "why")
    assert "values are not kept" not in say(replace(context, stored=stored), "why")
    assert "a.txt" not in say(replace(context, stored=replace(stored, session="another")), "why")
    assert "a.txt" not in say(context, "why")


def test_with_the_journal_off_an_older_call_is_not_the_last(context: CommandContext, kept: Kept) -> None:
    kept.put(judged(at=NOW))
    context.store.save({"journal": "off"})
    for verb in ("why", "undo"):
        assert say(context, verb).startswith(f"The last call was not kept; {verb} <n> goes by the number")
    assert "tools" not in saved(context)
    assert say(context, "why 1").startswith("#1 ")
    assert say(context, "log").startswith("#1 ")


def test_a_damaged_journal_is_said(context: CommandContext, kept: Kept) -> None:
    kept.path.parent.mkdir()
    kept.path.write_bytes(b"no database " * 1000)
    reply = commands.run(context, "toolrecovery", "stats")
    assert (reply.level, "cannot be read" in reply.text) == ("warning", True)


def test_sums_of_nothing(kept: Kept) -> None:
    assert read.sums(kept.path, 0) == read.Sums()
