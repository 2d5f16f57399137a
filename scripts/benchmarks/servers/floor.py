"""The least these libraries cost: jsonrpcserver's dispatch and one compiled validator, nothing repaired."""

from typing import Any

from jsonrpcserver import Result, Success, dispatch
from jsonschema import Draft202012Validator

from .frames import serve

validators: dict[str, Draft202012Validator] = {}


def set_tools(key: str, tools: list[Any]) -> Result:
    validators.update((tool["name"], Draft202012Validator(tool["parameters"])) for tool in tools)
    return Success({"key": key})


def repair(message: dict[str, Any], **_: Any) -> Result:
    calls = [block for block in message["content"] if block["type"] == "toolCall"]
    broken = [call["id"] for call in calls if not validators[call["name"]].is_valid(call["arguments"])]
    return Success({"message": None, "repairs": [], "declined": broken, "guards": []})


METHODS: Any = {
    "initialize": lambda **_: Success({}),
    "tools/set": set_tools,
    "message/repair": repair,
    "shutdown": lambda: Success({}),
}

if __name__ == "__main__":
    serve(lambda body: dispatch(body.decode(), METHODS).encode())
