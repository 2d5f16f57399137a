""" "```json⏎{…}⏎```", `Sure! {…}`, `<tool_call>{…}</tool_call>` → where the argument text begins and ends."""

from __future__ import annotations

import re

from sidecar.core.names.words import plain

# tags around calls, cut off where they end a text
PROTOCOL_TAGS = frozenset(
    "answer antml:function_calls antml:invoke antml:parameter arg_key arg_value args arguments channel"
    " final function function_call function_calls input invoke json message output parameter parameters"
    " params response tool tool_call tool_calls tool_code tool_input tool_use".split()
)
THOUGHTS = ("think", "thinking", "thought", "reasoning", "analysis")

_FENCE = r"(?:```|~~~)[ \t]*[\w+-]*[ \t]*(?:\r?\n|(?=[^\S \t]|[{\[])|$)"
_SPECIAL = (
    r"<[|｜][^<>|｜\n]{1,64}[|｜]>|\[/?[A-Z][A-Z_]{2,30}\]|</?s>"
    r"|<(?:bos|eos|unk|pad|start_of_turn|end_of_turn|end_of_text)>"
)
_TAG = r"</?[A-Za-z_][\w:.-]{0,64}(?:[\s=][^<>{}\n]{0,200})?/?>"
_NOISE = rf"{_FENCE}|{_SPECIAL}|{_TAG}"
_LEADING = re.compile(rf"(?:[\s\ufeff\u200b\u2060]|{_NOISE})*")
_TRAILING = re.compile(rf"(?:[\s\ufeff\u200b\u2060}}\])>,;.'\"`]|{_NOISE})*")
_TOKENS = re.compile(_NOISE)
_LAST = re.compile(rf"{_SPECIAL}|</?([\w:.-]{{1,64}})(?:=[\w.-]{{1,64}})?>")
_NAMED = re.compile(r"(?<![\w.$-])([\w.$-]{1,64})[\"'“”’]?\s*(?:=>|[:=：])")
_FIRST_KEY = re.compile(r"[\"'“”‘`]?([\w.$-]{1,64})[\"'“”’`]?\s*(?:=>|[:=：])")
_TAKEN_BACK = re.compile(
    r"\b(?:not|never|example|sample|such as|like (?:this|so)|looks? like|as follows|placeholder"
    r"|hypothetical\w*|nicht|nie|beispiel\w*|ne|pas|jamais|exemple|nunca|ejemplo|não|exemplo|esempio|не|пример\w*)\b"
    r"|n['’]t\b|e\.g\.|不要|请勿|别|例|ないで|ません",
    re.IGNORECASE,
)


def is_prose(text: str, keys: frozenset[str]) -> bool:
    """Whether nothing in `text` can be part of a call: no bracket, no quote, no declared key with a value.

    Words that deny the call or make it an example count as part of it.
    """
    if any(mark in text for mark in '{}[]"“”'):
        return False
    if _TAKEN_BACK.search(text):
        return False
    return not any(plain(found[1]) in keys for found in _NAMED.finditer(text))


def leading(text: str, keys: frozenset[str]) -> tuple[int, tuple[str, ...]] | None:
    """Where the value begins and the steps to get there; None where the text before it may be content."""
    pos = 0
    steps: list[str] = []
    while True:
        end = _LEADING.match(text, pos).end()  # type: ignore[union-attr]
        steps += _named(text[pos:end])
        pos = end
        closing = next((f"</{name}>" for name in THOUGHTS if text[:end].rstrip().endswith(f"<{name}>")), None)
        if closing is None or (after := text.find(closing, pos)) < 0:
            break
        pos = after
    if pos >= len(text) or text[pos] in "{[" or begins_with_key(text, pos, keys):
        return pos, tuple(steps)
    if text[pos] == '"' and not re.match(r'"\s*\{\s*["}]', text[pos : pos + 64]):
        return pos, tuple(steps)
    brace = text.find("{", pos)
    if brace < 0:
        return pos, tuple(steps)
    before = text[pos:brace].rstrip()
    start = pos + len(before) - 1 if before.endswith("[") else brace
    prose = text[pos:start]
    words = _TOKENS.sub("", prose).strip("\"'`( \n\t\r")
    if not is_prose(words, keys):
        return None
    steps += _named(prose)
    return start, tuple(dict.fromkeys([*steps, *(["drop-prose"] if words else ["drop-quotes"])]))


def begins_with_key(text: str, pos: int, keys: frozenset[str]) -> bool:
    found = _FIRST_KEY.match(text, pos)
    return found is not None and plain(found[1]) in keys


def end_of_value(text: str, start: int) -> tuple[int, tuple[str, ...]]:
    """Where only noise is left: trailing fences and tags cut off, one by one."""
    stop = len(text)
    steps: list[str] = []
    while True:
        trimmed = start + len(text[start:stop].rstrip()) if stop - start < 512 else _rstrip(text, start, stop)
        token = _last_token(text, start, trimmed)
        if token is None:
            return (trimmed if steps else stop), tuple(dict.fromkeys(steps))
        steps += _named(text[token:trimmed])
        stop = token


def _rstrip(text: str, start: int, stop: int) -> int:
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return stop


def _last_token(text: str, start: int, stop: int) -> int | None:
    if text.endswith(("```", "~~~"), start, stop):
        return stop - 3
    opener = {">": "<", "]": "["}.get(text[stop - 1 : stop])
    begin = text.rfind(opener, max(start, stop - 160), stop) if opener else -1
    if begin < 0:
        return None
    found = _LAST.fullmatch(text, begin, stop)
    if found is None or (found[1] is not None and found[1] not in PROTOCOL_TAGS | {"s", *THOUGHTS}):
        return None
    return begin


def trailing(text: str, pos: int) -> tuple[int, tuple[str, ...]]:
    """Past the surplus closers, fences and tags that follow a whole value."""
    end = _TRAILING.match(text, pos).end()  # type: ignore[union-attr]
    passed = text[pos:end]
    steps = _named(passed)
    if any(mark in _TOKENS.sub("", passed) for mark in "}])\"'`>"):
        steps.append("drop-closers")
    return end, tuple(steps)


def _named(passed: str) -> list[str]:
    steps = []
    if "```" in passed or "~~~" in passed:
        steps.append("drop-fence")
    if "<" in passed or "[" in passed:
        steps.append("drop-tag")
    return steps
