from __future__ import annotations

from typing import Any

from sidecar.core.blocks import Tool
from sidecar.core.call import Settings
from sidecar.core.grammars import GrammarSettings
from sidecar.core.leaks import Unleaked, unleak
from sidecar.core.toolset import Toolset

TOOLS = Toolset([Tool("shell", {"type": "object", "properties": {"line": {"type": "string"}}})])
SETTINGS = Settings(grammar=GrammarSettings(enabled=True))
LEAK = '<tool_call>\n{"name": "shell", "arguments": {"line": "make"}}\n</tool_call>'
OTHER = '<tool_call>\n{"name": "shell", "arguments": {"line": "make all"}}\n</tool_call>'


def unleaked(*content: dict[str, Any], ids: tuple[str, ...] = ("one", "two", "three")) -> Unleaked:
    return unleak(content, TOOLS, SETTINGS, None, iter(ids))


def ids_of(result: Unleaked) -> list[str]:
    return [block["id"] for block in result.content if block["type"] == "toolCall"]


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def native(call_id: str) -> dict[str, Any]:
    return {"type": "toolCall", "id": call_id, "name": "shell", "arguments": {"line": "ls"}}


def test_each_made_call_takes_the_next_id_and_its_record_has_it_too() -> None:
    result = unleaked(text(f"{LEAK}\n{OTHER}"))
    assert ids_of(result) == ["one", "two"]
    assert [record.id for record in result.records] == ["one", "two"]


def test_the_same_text_twice_in_a_message_has_two_ids() -> None:
    assert ids_of(unleaked(text(f"{LEAK}\n{LEAK}"))) == ["one", "two"]


def test_an_id_that_another_call_of_the_message_has_is_passed_over() -> None:
    result = unleaked(text(LEAK), native("one"), native("two"))
    assert ids_of(result) == ["one", "two", "three"]
    assert result.records[0].id == "three"


def test_no_id_is_taken_for_a_call_that_is_not_made() -> None:
    ids = iter(("one", "two"))
    twin = {**native("n"), "arguments": {"line": "make"}}
    refused = '<tool_call>\n{"name": "nobody", "arguments": {}}\n</tool_call>'
    for content in ([text(LEAK), twin], [text(refused)], [native("n")], [text("Done.")]):
        assert not unleak(content, TOOLS, SETTINGS, None, ids).records
    assert next(ids) == "one"
