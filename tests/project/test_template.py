"""`scripts/template` finds the tokens of a chat template, and its row reads what the template renders."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_subprocess import FakeProcess

from scripts.templates.amount import row, source
from scripts.templates.render import FIRST, SECOND, Template
from scripts.templates.report import reads
from sidecar.core.grammars.scan.row import Body, Row
from tests.places import ROOT

TURNS = (
    "{% for m in messages %}[[{{ m.role }}]]{{ m.content or '' }}"
    "{% if m.tool_calls %}CALLS{% endif %}[[/]]\n{% endfor %}"
    "{% if add_generation_prompt %}[[assistant]]{% endif %}"
)
EACH = "{% for c in m.tool_calls %}{% set f = c.function %}ONE{% endfor %}"
PAIRS = "{% for k, v in f.arguments.items() %}PAIR{% endfor %}"
TEMPLATES = {
    "an object in tags": (
        EACH.replace("ONE", '\n<go>\n{"name": "{{ f.name }}", "arguments": ARGS}\n</go>'),
        {"body": Body.JSON, "opener": ("<go>",), "closer": ("</go>",)},
    ),
    "a list, its key the name": (
        "<|go|>["
        + EACH.replace("ONE", '{"{{ f.name }}": ARGS}{{ ", " if not loop.last }}')
        + "]<|gone|>",
        {"body": Body.KEYED_JSON, "opener": ("<|go|>",), "closer": ("<|gone|>",)},
    ),
    "an id, the name, then an object": (
        "<|all|>"
        + EACH.replace("ONE", "<|go|>{{ c.id }}<|name|>{{ f.name }}<|args|>ARGS<|gone|>")
        + "<|done|>",
        {
            "body": Body.ARGUMENTS, "opener": ("<|go|>",), "before_name": ("<|name|>",),
            "after_name": ("<|args|>",), "closer": ("<|gone|>",), "wrapper": ("<|all|>",),
            "wrapper_end": ("<|done|>",),
        },
    ),
    "each key and value in tags": (
        "<all>\n"
        + EACH.replace("ONE", f"<go>{{{{ f.name }}}}<sep>\n{PAIRS}</go>\n").replace(
            "PAIR", "<k>{{ k }}</k>\n<v>{{ v }}</v>\n"
        )
        + "</all>",
        {
            "body": Body.VALUES, "opener": ("<go>",), "after_name": ("<sep>",), "key": ("<k>",),
            "value": ("</k> <v>",), "value_end": ("</v>",), "closer": ("</go>",), "wrapper": ("<all>",),
            "wrapper_end": ("</all>",),
        },
    ),
    "a Python list": (
        "<|go|>["
        + EACH.replace("ONE", f"{{{{ f.name }}}}({PAIRS}){{{{ ', ' if not loop.last }}}}").replace(
            "PAIR", "{{ k }}={{ v | tojson }}{{ ', ' if not loop.last }}"
        )
        + "]<|gone|>",
        {"body": Body.PYTHON, "opener": ("<|go|>",), "closer": ("<|gone|>",)},
    ),
    "an opener that the prompt holds": (
        EACH.replace(
            "ONE", "{% if not loop.first %}[[/]][[assistant]]{% endif %}{{ f.name }}<|with|>ARGS"
        ),
        {"body": Body.ARGUMENTS, "after_name": ("<|with|>",), "prompted": True},
    ),
    "the name once more before the opener": (
        EACH.replace(
            "ONE",
            "{% if not loop.first %}<|more|>{% endif %}{{ f.name }}<|go|>"
            '{"name": "{{ f.name }}", "args": ARGS}<|gone|>',
        ),
        {"body": Body.JSON, "opener": ("<|go|>",), "closer": ("<|gone|>",), "named_before": ("<|more|>",)},
    ),
}  # fmt: skip


def chat(calls: str) -> str:
    return TURNS.replace("CALLS", calls).replace("ARGS", "{{ f.arguments | tojson }}")


def made(calls: str) -> tuple[Row | None, str, str]:
    template = Template(chat(calls))
    one, two = template.calls([FIRST]), template.calls([FIRST, SECOND])
    assert one is not None
    assert two is not None
    return row("yours", one, two, template.ending()), one, two


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_row_has_the_tokens_of_the_template(name: str) -> None:
    calls, wanted = TEMPLATES[name]
    found, _, _ = made(calls)
    assert found is not None
    assert {field: getattr(found, field) for field in wanted} == wanted


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_row_reads_the_calls_of_its_template(name: str) -> None:
    found, one, two = made(TEMPLATES[name][0])
    assert found is not None
    assert reads(found, one, [FIRST])
    assert reads(found, two, [FIRST, SECOND])
    assert not reads(found, one.replace(FIRST.name, SECOND.name), [FIRST])


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_printed_row_is_the_row(name: str) -> None:
    found, _, _ = made(TEMPLATES[name][0])
    assert found is not None
    assert eval(source(found).strip().rstrip(","), {"Row": Row, "Body": Body}) == found  # noqa: S307


def test_calls_without_the_words_of_their_arguments_are_no_row() -> None:
    assert made(EACH.replace("ONE", "<go>{{ f.name }}</go>"))[0] is None


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "scripts/template", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_it_prints_the_row_of_a_tokenizer_config(tmp_path: Path, fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    tool_use = chat(TEMPLATES["an object in tags"][0]).replace("[[/]]", "{{ eos_token }}")
    config = {
        "eos_token": {"content": "<eos>"},
        "chat_template": [{"name": "default", "template": "no"}, {"name": "tool_use", "template": tool_use}],
    }
    path = tmp_path / "tokenizer_config.json"
    path.write_text(json.dumps(config), "utf-8")
    done = run(path)
    assert done.returncode == 0, done.stderr
    assert 'opener=("<go>",),\n        closer=("</go>",),' in done.stdout
    assert "# read today as: nothing" in done.stdout


def test_it_names_the_grammar_that_reads_a_template_already(tmp_path: Path, fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    path = tmp_path / "chat.jinja"
    path.write_text(chat(TEMPLATES["an object in tags"][0]).replace("go>", "tool_call>"), "utf-8")
    assert "# read today as: hermes\n" in run(path).stdout


def test_a_template_without_calls_is_said_to_have_none(tmp_path: Path, fp: FakeProcess) -> None:
    fp.allow_unregistered(True)
    path = tmp_path / "plain.jinja"
    path.write_text(chat(""), "utf-8")
    done = run(path)
    assert done.returncode == 1
    assert "renders no tool call" in done.stderr
