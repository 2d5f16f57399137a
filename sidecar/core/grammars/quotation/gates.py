"""Reasons not to run a block, from the text before it and after it: its place in a line, and words nearby.

Words only refuse; no call runs because of a word.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.tokens import without_end_tokens
from sidecar.core.prose import languages, lexicon

from .intent import INTENT, SURE_EXAMPLE

AFTER_CHARACTERS = 400  # a sentence or two may follow a call; a longer text is about the call
BEFORE_CHARACTERS = 240

_STRUCTURE = re.compile(
    r"</?\s?(?:[|｜‖ ]{0,3}DSML|\w{0,12}:?(?:invoke|parameter|param|function|tool_call|arg_key|arg_value))\b"
    r"|<\|tool_call|\[TOOL_CALLS\]"
)
_RESULTS = re.compile(r"\s*<(?:function|tool)_(?:result|response)s?>", re.IGNORECASE)
_SENTENCE_ENDS = (". ", "! ", "? ", ".\n", "!\n", "?\n", "\n\n", "。", "！", "？")
_ENDS_SENTENCE = re.compile(r"[.!?:;…。！？：)\]*_—-]\Z")
_OPENS = "`'\"“‘«(=+|\\/{<,"
_LABEL = re.compile(r"[ \t]*(?:[-*+•>|#]|\d{1,3}[.)]|\w+(?: \w+)?:|\S+:\d+:)[ \t]*")
_SPEAKER = re.compile(
    r"^[ \t*_#]*(?:user|human|assistant|agent|system|model|bot|ai|tool)[ \t*_]*:",
    re.IGNORECASE | re.MULTILINE,
)
_STAMPED = re.compile(r"\W{0,2}\d{1,4}[-:/.]\d{1,2}[-:/.]\d{1,4}[T\s.,\]]")  # a line of a log
_SESSION = re.compile(r"^[ \t]*(?:\$|%|>>>|\.\.\.|[\w.-]{1,40}@[\w.-]{1,40}[^\n$#]{0,60}[$#]) ", re.MULTILINE)
# what follows one of these counts as the beginning of a line
_FRAME_END = re.compile(
    r"(?:</(?:think|thinking|seed:think|longcat_think|response|answer)>|\[/THINK\]|\[BEGIN FINAL RESPONSE\]"
    r"|<\|END_(?:THINKING|RESPONSE)\|>|<channel\|>|<\|(?:end|eom|end_message|message|sep|message_sep)\|>"
    r"|<\|(?:im_start|start)\|>(?:assistant)?|assistant|助手：)\s*\Z"
)
# Muse and Harmony name the recipient: a message to the user or to the model itself holds no call
_ANSWER = re.compile(r"<\|start\|>assistant to=(?:self|user)<\|message\|>|<\|channel\|>final<\|message\|>")
_MESSAGE_END = re.compile(r"<\|(?:eom|end|start|return)\|>")
_CLOSERS = re.compile(
    r"\s*(?:\[END FINAL RESPONSE\]|</(?:response|answer|final|think|seed:think|longcat_think)>|\s)*\Z"
)


def refused_by_text_before(before: str, thinking: bool = False) -> str | None:
    """Why the block that begins where `before` ends does not run; None where nothing refuses it."""
    before = before[-2000:]
    if _SPEAKER.search(before):
        return "transcript"
    if _SESSION.search(before, before.rfind("\n\n") + 1):
        return "in a session"
    channel = max((mark.end() for mark in _ANSWER.finditer(before)), default=-1)
    if channel >= 0 and not _MESSAGE_END.search(before, channel):
        return "in an answer"
    near = before[-BEFORE_CHARACTERS:]
    line = near[near.rfind("\n") + 1 :]
    if line.strip() and not _FRAME_END.search(near):
        if _STAMPED.match(line) or _LABEL.fullmatch(line) or line.rstrip()[-1] in _OPENS:
            return "in a line"
        if line[-1].isspace() and not _ENDS_SENTENCE.search(line.rstrip()):
            return "in a sentence"
        if not line[-1].isspace() and not (line[-1].isalnum() or _ENDS_SENTENCE.search(line)):
            return "in a line"
    return _words_refuse(_last_sentence(near), before.rstrip(" \t").endswith("\n\n"), thinking)


def _words_refuse(said: str, apart: bool, thinking: bool) -> str | None:
    """Why `said`, the sentence before the block, refuses it. `apart`: a blank line stands between."""
    intent = INTENT.search(said)
    if intent is None and (lexicon.NEGATED.search(said) or lexicon.DISOWNED.search(said)):
        return "negated"
    if languages.NEGATED.search(said):
        return "negated"
    ended = apart and said.rstrip()[-1:] in (".", "!", "?", "。", "！", "？")
    # a paragraph that ended does not introduce what follows it
    example = SURE_EXAMPLE.search(said) if intent is not None else lexicon.EXAMPLE.search(said)
    if (example or languages.EXAMPLE.search(said)) and not ended:
        return "example"
    if (intent is None and lexicon.ATTRIBUTED.search(said)) or languages.ATTRIBUTED.search(said):
        return "quoted"
    open_ended = said.rstrip()[-1:].isalnum() or said.rstrip()[-1:] in (":", ",", "：", "，")
    hedged = intent is None and (lexicon.HEDGED.search(said) or languages.HEDGED.search(said))
    if hedged and (open_ended or thinking):
        return "hypothetical"
    return None


def _last_sentence(text: str) -> str:
    """The last sentence of `text`, which may be unfinished."""
    body = text.rstrip()
    cut = max(body.rfind(mark, 0, len(body) - 1) for mark in _SENTENCE_ENDS)
    return body[cut + 1 :]


def refused_by_text_after(after: str) -> str | None:
    """Why the block that ends where `after` begins does not run: only a short remark may follow a call."""
    after = without_end_tokens(after)
    if _CLOSERS.match(after) or _RESULTS.match(after):
        return None
    said = after.strip()
    if len(said) > AFTER_CHARACTERS:
        return "prose follows"
    if _STRUCTURE.search(said):
        return "markup follows"
    if not after[0].isalnum() and "\n" not in after[: len(after) - len(after.lstrip())]:
        return "in a sentence"
    if lexicon.AFTERTHOUGHT.search(said) or languages.AFTERTHOUGHT.search(said) or said[:1] in ",;.)\"'`”’»|":
        return "spoken of"
    return None
