"""Why a block that reads as a call is not one: where it stands, what is said before it and after it.

The words are few and general. They only ever refuse; nothing runs because of a word.
"""

from __future__ import annotations

import re

from sidecar.core.grammars.tokens import without_end_tokens
from sidecar.core.prose import languages, lexicon

from .intent import INTENT, POINTED

TAIL_CHARACTERS = 400  # a sentence or two may follow a call; an essay means the call was its subject
LEAD_CHARACTERS = 240

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
# a call right after one of these stands at the beginning of a line, whatever else the line holds
_FRAME_END = re.compile(
    r"(?:</(?:think|thinking|seed:think|longcat_think|response|answer)>|\[/THINK\]|\[BEGIN FINAL RESPONSE\]"
    r"|<\|END_(?:THINKING|RESPONSE)\|>|<channel\|>|<\|(?:end|message|sep|message_sep)\|>"
    r"|<\|(?:im_start|start)\|>(?:assistant)?|assistant|助手：)\s*\Z"
)
# Muse and Harmony say whom a message is for: to the user or to itself it holds no call
_ANSWER = re.compile(r"<\|start\|>assistant to=(?:self|user)<\|message\|>|<\|channel\|>final<\|message\|>")
_MESSAGE_END = re.compile(r"<\|(?:eom|end|start|return)\|>")
_CLOSERS = re.compile(
    r"\s*(?:\[END FINAL RESPONSE\]|</(?:response|answer|final|think|seed:think|longcat_think)>|\s)*\Z"
)


def lead_refuses(lead: str, thinking: bool = False) -> str | None:
    """Why a block after `lead` is not a call; None where nothing speaks against it. `lead` ends where it
    begins.
    """
    lead = lead[-2000:]
    if _SPEAKER.search(lead):
        return "transcript"
    if _SESSION.search(lead, lead.rfind("\n\n") + 1):
        return "in a session"
    channel = max((mark.end() for mark in _ANSWER.finditer(lead)), default=-1)
    if channel >= 0 and not _MESSAGE_END.search(lead, channel):
        return "in an answer"
    near = lead[-LEAD_CHARACTERS:]
    line = near[near.rfind("\n") + 1 :]
    if line.strip() and not _FRAME_END.search(near):
        if _STAMPED.match(line) or _LABEL.fullmatch(line) or line.rstrip()[-1] in _OPENS:
            return "in a line"
        if line[-1].isspace() and not _ENDS_SENTENCE.search(line.rstrip()):
            return "in a sentence"
        if not line[-1].isspace() and not (line[-1].isalnum() or _ENDS_SENTENCE.search(line)):
            return "in a line"
    return _words_refuse(_last_sentence(near), lead.rstrip(" \t").endswith("\n\n"), thinking)


def _words_refuse(said: str, apart: bool, thinking: bool) -> str | None:
    """What the sentence before the block says about it. `apart`: a blank line stands between."""
    intent = INTENT.search(said)
    if intent is None and (lexicon.NEGATED.search(said) or lexicon.DISOWNED.search(said)):
        return "negated"
    if languages.NEGATED.search(said):
        return "negated"
    ended = apart and said.rstrip()[-1:] in (".", "!", "?", "。", "！", "？")
    # a paragraph that ended does not introduce what follows it
    example = POINTED.search(said) if intent is not None else lexicon.EXAMPLE.search(said)
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
    """The sentence just before the block: what is said about it."""
    body = text.rstrip()
    cut = max(body.rfind(mark, 0, len(body) - 1) for mark in _SENTENCE_ENDS)
    return body[cut + 1 :]


def tail_refuses(tail: str) -> str | None:
    """Why a block before `tail` is not a call: a call is the end of a message, but for a short closing
    remark.
    """
    tail = without_end_tokens(tail)
    if _CLOSERS.match(tail):
        return None
    results = _RESULTS.match(tail)
    if results is not None:
        return None
    said = tail.strip()
    if len(said) > TAIL_CHARACTERS:
        return "prose follows"
    if _STRUCTURE.search(said):
        return "markup follows"
    if not tail[0].isalnum() and "\n" not in tail[: len(tail) - len(tail.lstrip())]:
        return "in a sentence"
    if lexicon.AFTERTHOUGHT.search(said) or languages.AFTERTHOUGHT.search(said) or said[:1] in ",;.)\"'`”’»|":
        return "spoken of"
    return None
