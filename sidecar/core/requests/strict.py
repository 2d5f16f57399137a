"""`{"function": {"name": …, "parameters": …}}` → the same with `"strict": true`.

vLLM, SGLang and Dynamo hold a model's calls to their schemas while it writes them, but with
`tool_choice: "auto"` only for tools that say so. A tool is marked where a grammar engine takes its schema,
since one that it refuses fails the whole request. The schema itself stays as it is.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Any
from urllib.parse import urlsplit

from sidecar.core.blocks import JsonValue

from .subschemas import all_in

# JSON Schema's keywords that llguidance 1.9, the engine of vLLM, SGLang and llama.cpp, does not compile
_NOT_COMPILED = frozenset(
    "$dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef contains dependencies dependentRequired "
    "dependentSchemas else if maxContains maxProperties minContains minProperties not propertyNames then "
    "unevaluatedItems unevaluatedProperties uniqueItems".split()
)
_FORMATS = frozenset("date date-time duration email hostname ipv4 ipv6 time unknown uri uuid".split())
_TYPES = frozenset("array boolean integer null number object string".split())
# characters, escaped sets, classes without classes inside, groups that only group; nothing that looks around
_PATTERN = re.compile(
    r"(?:[^\\\[\](){}]|\\[dDwWsSnrtfv]|\\[^\w\s]|\(\?:|\((?!\?)|\)"
    r"|\[\^?(?:[^\\\[\]&~]|\\[dDwWsSnrtfv]|\\[^\w\s])+\]|\{\d{1,4}(?:,\d{0,4})?\})*"
)
_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_LARGEST = 2**53  # of a bound

# There pi itself decides what is strict.
_VENDORS = re.compile(
    r"(?:^|\.)(?:openai\.com|chatgpt\.com|openai\.azure\.com|anthropic\.com|googleapis\.com|amazonaws\.com"
    r"|githubcopilot\.com|mistral\.ai|x\.ai|deepseek\.com|moonshot\.(?:ai|cn)|z\.ai|bigmodel\.cn)$"
)


_PRIVATE_NAMES = (".local", ".lan", ".internal", ".home.arpa", ".localhost", ".ts.net")


def is_vendors(base_url: str) -> bool:
    """Whether the address is a model vendor's own, and no server that somebody set up."""
    try:
        return _VENDORS.search(urlsplit(base_url).hostname or "") is not None
    except ValueError:
        return False


def is_own(base_url: str) -> bool:
    """Whether the address is on this machine or in a private network."""
    try:
        host = urlsplit(base_url).hostname or ""
    except ValueError:
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return bool(host) and ("." not in host or host.endswith(_PRIVATE_NAMES))
    return address.is_private or address.is_loopback


def mark(tools: list[JsonValue]) -> list[JsonValue]:
    """The list with `strict: true` where it fits. The given one is not changed."""
    return [_marked(tool) for tool in tools]


def _marked(tool: JsonValue) -> JsonValue:
    """An entry of chat completions, of responses or of Anthropic's messages; any other stays."""
    if not isinstance(tool, dict):
        return tool
    function = tool.get("function")
    if tool.get("type") == "function" and isinstance(function, dict):
        fits = compiles(function.get("parameters"))
        return {**tool, "function": {**function, "strict": True}} if fits else tool
    if "name" not in tool:
        return tool
    if tool.get("type") == "function":
        return {**tool, "strict": True} if compiles(tool.get("parameters")) else tool
    if tool.get("type", "custom") == "custom" and compiles(tool.get("input_schema")):
        return {**tool, "strict": True}
    return tool


def compiles(schema: JsonValue) -> bool:
    """Whether a grammar engine takes the schema of a tool's arguments."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        return False
    return all(_is_compiled(each, schema) for each in all_in(schema))


def _is_compiled(schema: JsonValue, root: JsonValue) -> bool:
    if isinstance(schema, bool):
        return True
    if not isinstance(schema, dict) or not _NOT_COMPILED.isdisjoint(schema):
        return False
    types: Any = schema.get("type", [])
    if not _TYPES.issuperset([types] if isinstance(types, str) else types):
        return False
    if "string" in types and schema.get("format", "date") not in _FORMATS:
        return False
    if any(not _is_bound(schema[key]) for key in _BOUNDS if key in schema):
        return False
    patterns: list[Any] = [schema["pattern"]] if "pattern" in schema else []
    patterns.extend(schema.get("patternProperties", {}))
    if not all(_is_plain(pattern) for pattern in patterns):
        return False
    if "$ref" in schema and not _resolves(schema["$ref"], root):
        return False
    return schema.get("enum") != [] and _are_apart(schema.get("oneOf", []))


def _is_bound(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and abs(value) <= _LARGEST  # true and false are draft 4's


def _is_plain(pattern: JsonValue) -> bool:
    if not isinstance(pattern, str) or not _PATTERN.fullmatch(pattern):
        return False
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _resolves(reference: JsonValue, root: JsonValue) -> bool:
    """Whether the reference is a path into the schema itself."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return False
    at = root
    for step in reference[1:].split("/")[1:]:
        if not isinstance(at, dict) or step not in at:
            return False
        at = at[step]
    return reference == "#" or reference.startswith("#/")


def _are_apart(branches: Any) -> bool:
    """Whether no value fits two branches of `oneOf`: constants, or types that share nothing."""
    kinds: list[str] = []
    for branch in branches:
        if not isinstance(branch, dict):
            return False
        if "const" in branch:
            kinds.append(f"const {branch['const']!r}")
        elif isinstance(branch.get("type"), str):
            kinds.append("number" if branch["type"] == "integer" else branch["type"])
        else:
            return False
    constants = [kind for kind in kinds if kind.startswith("const ")]
    return len(set(kinds)) == len(kinds) and len(constants) in (0, len(kinds))
