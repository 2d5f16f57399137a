"""Control tokens left over at the end of a message and around its calls: stop tokens, openers and closers of
calls without a call.

Only the very end loses them, and the place of a call that was taken out, where they follow a sentence without
a space or stand on a line of their own. Quoted tokens stay, and those that a sentence mentions.
"""

from __future__ import annotations

import re

from .quotation.quoting import Quoting

TOKENS = (
    "</s>", "<|im_end|>", "<|im_start|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>", "<|eom|>",
    "<|end|>", "<|call|>", "<|return|>", "<|start|>", "<|python_tag|>", "<|python_start|>",
    "<|python_end|>", "<|END_OF_TURN_TOKEN|>", "<|END_ACTION|>", "<|START_ACTION|>", "<|END_RESPONSE|>",
    "<|action_end|>", "<|action_start|><|plugin|>", "<|tool_response>", "<|tool_call>", "<tool_call|>",
    "<|tool_call|>", "<|/tool_call|>", "<|tool_call_start|>", "<|tool_call_end|>", "<|tools_prefix|>",
    "<|tools_suffix|>", "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>",
    "<|tool_call_section_begin|>", "<|tool_call_section_end|>", "<|tool_call_begin|>",
    "<|tool_call_argument_begin|>", "<|message_sep|>", "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>",
    "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>", "<｜end▁of▁sentence｜>", "<｜tool_calls_begin｜>",
    "<｜tool_calls_end｜>", "<｜tool_call_begin｜>", "<｜tool_call_end｜>", "<end_function_call>",
    "<start_function_call>", "<end_of_turn>", "[TOOL_CALLS]", "]<]minimax[>[<tool_call>",
    "]<]minimax[>[</tool_call>", "<|open|>tools<|sep|>", "<|close|>tools<|sep|>",
    "<|close|>message<|sep|>", "<|close|>response<|sep|>", "<minimax:tool_call>", "</minimax:tool_call>",
    "<seed:tool_call>", "</seed:tool_call>", "</longcat_tool_call>", "<longcat_tool_call>", "</TOOLCALL>",
    "<TOOLCALL>", "<|eot|>", "<turn|>", "<｜Assistant｜>", "<seed:eos>", "<｜hy_eos:opensource｜>",
    "<|im:end|>", "<|ifm|im_end|>", "<|plamo:tag|>", "<|stop|>", "<|calls|>", "<|flush|>",
    "<|end_message|>", "<|content_model_end_sampling|>", "<|tool_calls|>", "<|tool_call:begin|>",
    "<|tool_call:start|>", "<|tool_call:end|>", "<|function_call|>", "<ifm|tool_calls>",
    "</ifm|tool_calls>", "<tool_calls:opensource>", "</tool_calls:opensource>", "<iquestcoder_tool_call>",
    "</iquestcoder_tool_call>", "<dots_function_call>", "</dots_function_call>",
    "<|plamo:begin_tool_requests:plamo|>", "<|plamo:end_tool_requests:plamo|>",
    "[TOOL_REQUEST]", "[END_TOOL_REQUEST]",
)  # fmt: skip
# Ordinary XML may end with one of these, so they go only where the text before them holds no markup at all.
CLOSERS = (
    "</tool_call>",
    "</tool_calls>",
    "</function_calls>",
    "</function_call>",
    "</invoke>",
    "</function>",
)
OPENERS = ("<tool_call>", "<tool_calls>", "<function_calls>", "<function_call>")
# The head of the model's own turn, and closers of thinking whose opener was in the prompt.
_HEADS = (
    "<|im_start|>assistant", "<|start_header_id|>assistant<|end_header_id|>", "<start_of_turn>model",
    "<|turn>model", "<｜Assistant｜>", "<|assistant|>", "<|close|>think<|sep|>",
)  # fmt: skip


def _prefixes(words: tuple[str, ...]) -> frozenset[str]:
    """Every beginning of the words, the whole words included."""
    return frozenset(word[:length] for word in words for length in range(1, len(word) + 1))


_TOKENS_PREFIXES = _prefixes(TOKENS)
_TAGS_PREFIXES = _prefixes((*CLOSERS, *OPENERS, *TOKENS))
_HARMONY = ("<|channel|>", "<|message|>")  # in a text with these, Harmony's end tokens belong to a message
_HARMONY_ENDS = ("<|end|>", "<|call|>", "<|return|>")
_INDENTED = 400  # white space before a token that still begins its line
_HEADS_CUT = 3  # heads of turns between tokens; each may cost a walk over the text
TOKENS_CUT = 64  # more of them are no accident of a template
_NEAR_END = re.compile(r"<|\[(?:END_)?TOOL")
_LONGEST = max(len(token) for token in (*TOKENS, *_HEADS))
_DSML = re.compile(r"</?\s?(?:[|｜‖]\s?){0,2}DSML(?:[|｜‖ ]{0,4}[a-z_]{0,16})?>?\Z")
_MARKUP = re.compile(r"</?[A-Za-z]|\{[{%]")
_ANY = "|".join(
    re.escape(token) for token in sorted((*TOKENS, *CLOSERS, *OPENERS, *_HEADS), key=len, reverse=True)
)
_OTHER_CLOSER = r"</(?:\w{1,12}:)?(?:tool|function|invoke)\w{0,20}>"
_LEADING = re.compile(rf"(?:\s*(?!\s)(?:{_ANY}|{_OTHER_CLOSER}))+")
_HEAD_AT_END = re.compile(rf"(?:{'|'.join(map(re.escape, _HEADS))})\s*\Z")
_NO_ANGLE = re.compile(r"(?<![^\n])[ \t]*/?\|?tool_calls?(?:_begin|_start)?\|?>\s*\Z")  # its `<` is lost
_MENTIONED = re.compile(r"[\w,;)\]`'\"]\s+\Z|[`'\"(\[{=+\-*/\\|#]\Z")


def _token_start(text: str, end: int) -> int | None:
    """Where the token begins that `text` up to `end` ends with, whole or cut off."""
    near = max(0, end - _LONGEST)
    tail = text[near:end]
    if tail.endswith(TOKENS):
        return end - len(next(token for token in TOKENS if tail.endswith(token)))
    if (dsml := _DSML.search(tail)) is not None:
        return near + dsml.start()
    for mark in ("<|", "<｜", "]<]", "[TOOL_", "[END_TOOL_"):
        at = tail.rfind(mark)
        if at >= 0 and len(tail) - at >= 4 and tail[at:] in _TOKENS_PREFIXES:
            return near + at
    at = max(tail.rfind("<"), 0)
    tag = tail[at:]
    if (
        len(tag) >= 6
        and tag in _TAGS_PREFIXES
        and (tag.endswith(">") or _line_start(text, near + at))
        and not _MARKUP.search(text, 0, near + at)
    ):
        return near + at
    return None


def without_end_tokens(text: str, kept_to: int = 0) -> str:
    """`text` without the control tokens at its end; the first `kept_to` characters stay."""
    end = _stripped(text, len(text))
    if end == 0 or (text[end - 1] not in ">|]" and not _NEAR_END.search(text, max(0, end - _LONGEST), end)):
        return text
    starts: list[int] = []
    while len(starts) < TOKENS_CUT:
        start = _token_start(text, end)
        if start is None or start < kept_to or _ends_harmony(text, text[start:end]):
            break
        if is_mentioned(text, start):
            break
        starts.append(start)
        end = _stripped(text, start)
    quoting = Quoting(text)
    for start in reversed(starts):
        if quoting.quotation_end(start) is None:
            return text[: _stripped(text, start)]
    return text


def _ends_harmony(text: str, token: str) -> bool:
    return token in _HARMONY_ENDS and any(mark in text for mark in _HARMONY)


def _stripped(text: str, end: int) -> int:
    """`end` without the white space before it."""
    return len(text[:end].rstrip())


def is_mentioned(text: str, at: int) -> bool:
    """Whether the token at `at` is a word of the sentence before it."""
    return _MENTIONED.search(text, max(0, at - 8), at) is not None and not _line_start(text, at)


def _line_start(text: str, at: int) -> bool:
    near = max(0, at - _INDENTED)
    line = text.rfind("\n", near, at)
    return (line >= 0 or near == 0) and not text[max(line + 1, near) : at].strip()


def only_tokens(text: str) -> bool:
    """Whether `text` is made of control tokens alone."""
    tokens = _LEADING.match(text)
    return tokens is not None and _stripped(text, len(text)) <= tokens.end()


def without_tokens(text: str, *, first: bool = True, last: bool = True) -> str:
    """The text beside a call without the tokens at its edges. White space next to the call stays."""
    if "<|message|>" in text:  # Harmony's and Muse's tokens say where a message of a channel ends
        return text
    tokens = _LEADING.match(text) if first else None
    body = text[tokens.end() :] if tokens is not None else text
    for _ in range(_HEADS_CUT if last else 0):
        end = _stripped(body, len(body))
        near = max(0, end - _LONGEST)
        over = _HEAD_AT_END.search(body, near) or _NO_ANGLE.search(body, near)
        left = body[: over.start()] if over is not None else without_end_tokens(body)
        if left == body:
            break
        body = left + body[end:]
    return body
