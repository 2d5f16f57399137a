"""Frames as a broken or hostile peer sends them: JSON by hand, for much of it cannot be made from values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

MARK = "no JSON\n\nReceived arguments:\n"  # as pi-ai gives arguments that were no JSON object
DEEP = (50, 240, 330, 700, 950, 1500, 100_000)
MUCH = 6_000_000  # characters
MOST = 60_000_000  # just what a frame holds
LEAK = '<tool_call>\n{"name": "write", "arguments": %s}\n</tool_call>'


def objects(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


def lists(depth: int) -> str:
    return "[" * depth + "]" * depth


def called(arguments: str, name: str = '"write"') -> str:
    return f'{{"type":"toolCall","id":"call_1","name":{name},"arguments":{arguments}}}'


def malformed(text: str) -> str:
    return called("{}")[:-1] + f',"argumentsError":{json.dumps(MARK + text)}}}'


def said(text: str) -> str:
    return f'{{"type":"text","text":{json.dumps(text)}}}'


def request(method: str, params: str) -> str:
    return f'{{"jsonrpc":"2.0","id":1,"method":{json.dumps(method)},"params":{params}}}'


def repair(*blocks: str, stop: str = "toolUse", more: str = "") -> str:
    message = f'{{"role":"assistant","stopReason":"{stop}","content":[{",".join(blocks)}]}}'
    return request(
        "message/repair", f'{{"message":{message},"tools":"k","hostErrors":{{"call_1":"no"}}{more}}}'
    )


def observe(arguments: str = "{}", content: str = "[]", details: str = "null") -> str:
    return request(
        "result/observe",
        f'{{"toolCallId":"c","toolName":"write","input":{arguments},"content":{content},'
        f'"details":{details},"isError":true,"executed":true}}',
    )


def nested_schema(depth: int) -> str:
    return '{"properties":{"a":' * depth + "{}" + "}}" * depth


def deep(depth: int) -> Iterator[tuple[str, str]]:
    yield "arguments", repair(called(objects(depth)))
    yield "a value", repair(called(f'{{"filename":{lists(depth)},"content":"b"}}'))
    yield "malformed arguments", repair(malformed('{"filename":' + objects(depth) + ',"content":"x"'))
    yield "JSON in a text", repair(called(json.dumps({"arguments": objects(depth)})))
    yield "a leaked call", repair(said(LEAK % objects(depth)), stop="stop")
    yield "a block nobody knows", repair(f'{{"type":"zzz","x":{objects(depth)}}}')
    yield "the model", repair(called("{}"), more=f',"model":{{"id":"x","y":{objects(depth)}}}')
    yield (
        "a schema",
        request("tools/set", f'{{"key":"d","tools":[{{"name":"w","parameters":{nested_schema(depth)}}}]}}'),
    )
    yield (
        "a provider's tools",
        request(
            "request/sanitize", f'{{"model":"kimi-k2","tools":[{{"parameters":{nested_schema(depth)}}}]}}'
        ),
    )
    yield "a result's arguments", observe(objects(depth))
    yield "a result's details", observe(details=objects(depth))
    yield "a result's text", observe(content=f"[{said(objects(depth))}]")
    yield "a setting", request("config/set", f'{{"patch":{{"zzz":{objects(depth)}}}}}')
    yield "an id", request("config/get", "{}").replace('"id":1', f'"id":{lists(depth)}')


HUGE: dict[str, Callable[[], str]] = {
    "a text": lambda: repair(said("a" * MUCH), stop="stop"),
    "openers": lambda: repair(said("<tool_call>" * (MUCH // 11)), stop="stop"),
    "a content": lambda: repair(called(json.dumps({"filename": "a", "content": "x" * MOST}))),
    "a key": lambda: repair(called(json.dumps({"x" * MUCH: "a", "content": "x"}))),
    "malformed arguments": lambda: repair(malformed('{"filename":"a","content":"' + "x" * MUCH)),
    "braces": lambda: repair(malformed("{" * MUCH)),
    "escaped quotes": lambda: repair(malformed('{"a":"' + '\\"' * (MUCH // 4))),
    "a name": lambda: repair(called("{}", json.dumps("x" * MUCH))),
    "numbers": lambda: repair(called(f'{{"filename":[{"1," * 2_000_000}1],"content":"x"}}')),
    "keys": lambda: repair(called("{" + ",".join(f'"k{n}":1' for n in range(100_000)) + "}")),
    "blocks": lambda: repair(*[said("x")] * 50_000),
    "calls": lambda: repair(*[called('{"filename":"a","content":"b"}')] * 2_000),
    "unknown names": lambda: repair(*(called('{"zz":"a"}', f'"wrtie{n}"') for n in range(2_000))),
    "a rule's name": lambda: request(
        "command/run", json.dumps({"name": "toolrecovery", "args": "rule " + "x" * 1_000_000})
    ),
    "an id and an error": lambda: request(
        "repair/rejected", json.dumps({"id": "x" * 1_000_000, "error": "y" * 1_000_000})
    ),
    "a method": lambda: request("x" * 1_000_000, "{}"),
}


def odd() -> Iterator[tuple[str, str]]:
    nines = "9" * 5000
    yield "an infinite number", repair(called('{"filename":1e400,"content":"x"}'))
    yield "a number of 4000 digits", repair(called(f'{{"filename":{nines[:4000]},"content":"x"}}'))
    yield "a number of 5000 digits", repair(called(f'{{"filename":{nines},"content":"x"}}'))
    yield "malformed 5000 digits", repair(malformed(f'{{"filename":{nines},"content":"x",}}'))
    yield "a malformed infinite number", repair(malformed('{"filename":1e400,"content":"x",}'))
    yield "5000 digits as text", repair(called(f'{{"filename":"{nines}","content":"x"}}'))
    yield "not a number", repair(called('{"filename":NaN,"content":"x"}'))
    yield "malformed not a number", repair(malformed('{"filename":NaN,"content":"x",}'))
    yield "a key twice", repair(called('{"filename":"a","filename":"b","content":"x"}'))
    yield "an id and a method twice", '{"jsonrpc":"2.0","id":2,"id":1,"method":"x","method":"config/get"}'
    yield "half a character in a name", repair(called('{"filename":"a"}', '"\\ud800write"'))
    yield "half a character in a key", repair(called('{"file\\udc00name":"a","content":"x\\ud800"}'))
    yield "half a character in an id", repair(called('{"filename":"a"}').replace("call_1", "\\ud800"))
    yield "half a character in a text", repair(said("\ud800<tool_call>\ud800</tool_call>"), stop="stop")
    yield (
        "half a character in a result",
        observe('{"\\ud800":"\\ud800"}', '[{"type":"text","text":"\\ud800"}]'),
    )
    yield (
        "half a character in a command",
        request("command/run", '{"name":"toolrecovery","args":"rule \\ud800"}'),
    )
    yield (
        "half a character in a tool",
        request("tools/set", '{"key":"\\ud800","tools":[{"name":"\\ud800","parameters":{}}]}'),
    )
    yield "NUL", repair(called('{"file\\u0000name":"a\\u0000","content":"x"}', '"wri\\u0000te"'))
    yield "arguments that are null", repair(called("null"))
    yield "arguments that are a number", repair(called("5"))
    yield "arguments that are lists", repair(called("[[[]]]"))
    yield "names of Python", repair(called('{"__proto__":{},"__class__":1}', '"__class__"'))
    yield "params by position", request("config/get", "[1,2]")
    yield "params named self", request("config/get", '{"self":1,"args":2,"params":{}}')
    yield (
        "a log of 5000 digits",
        request("command/run", json.dumps({"name": "toolrecovery", "args": f"log {nines}"})),
    )
    yield "a log of ² lines", request("command/run", '{"name":"toolrecovery","args":"log ²"}')
    yield "an infinite id", '{"jsonrpc":"2.0","id":1e400,"method":"config/get"}'
