"""Whether the text around a block lets it run: a lead or nothing before it, a remark or nothing after it."""

from __future__ import annotations

import re

from sidecar.core.grammars.tokens import without_end_tokens
from sidecar.core.prose.leads import is_introduced, is_lead
from sidecar.core.prose.matter import Call
from sidecar.core.prose.remarks import is_remark, takes_back

BEFORE_CHARACTERS, AFTER_CHARACTERS = 2_000, 400
REMARKS = 3  # sentences that may follow

NO_LEAD = "the text before it does not say that the call is made now"
NO_REMARK = "the text after it is more than a short remark"

_RESULTS = re.compile(r"\s*<(?:function|tool)_(?:result|response)s?>", re.IGNORECASE)
_SENTENCES = re.compile(
    r"(?<![.\s]\w[.!?])(?<=[.!?…\u2705\U0001f300-\U0001faff])[\"')*_]*\s+|(?<=[。！？])|\n"
)
_SPEAKER = re.compile(
    r"^[ \t*_#]*(?:user|human|assistant|agent|system|model|bot|ai|tool)[ \t*_]*:",
    re.IGNORECASE | re.MULTILINE,
)
_PROMPT = re.compile(r"^[ \t]*(?:\$|%|>>>|[\w.-]{1,40}@[\w.-]{1,40}[^\n$#]{0,60}[$#]) ", re.MULTILINE)
# thinking that closed: the text begins after it
_THOUGHT = re.compile(
    r"(?:</(?:think|thinking|seed:think|longcat_think)>|\[/THINK\]|\[BEGIN FINAL RESPONSE\]"
    r"|<\|END_THINKING\|>|<channel\|>|<\|close\|>think<\|sep\|>|to=self<\|message\|>[^<]*<\|eom\|>)(?!`)"
)
_FRAME = re.compile(r"</?(?:response|answer|final)>|<\|[^|<>\n]{1,40}\|>")
_ROLE = re.compile(
    r"^(?:assistant|commentary|analysis|final|response|助手：| ?to=[\w.:-]+)+\s*(?=[A-Z\n]|\Z)", re.MULTILINE
)
# a whole call in code: the sentence speaks of that one, and not of the call after it
_OWN_SAMPLE = re.compile(r"`[^`]*</[^`]*`[^`:]*\.\Z")
_STRAY = re.compile(r"(?:\A|\n)[ \t]*(?:[a-z]{1,6}|[a-z_:]{1,20}>)\s*\Z")  # a token left of a template
# Muse and Harmony name the recipient: a message to the user or to the model itself holds no call
_ANSWER = re.compile(r"<\|start\|>assistant to=(?:self|user)<\|message\|>|<\|channel\|>final<\|message\|>")
_MESSAGE_END = re.compile(r"<\|(?:eom|end|start|return)\|>")
_CLOSERS = re.compile(r"\s*(?:\[END FINAL RESPONSE\]\s*|</[\w:.-]{1,40}>\s*)*\Z")


def refused_by_text_before(before: str, thinking: bool = False, call: Call | None = None) -> str | None:
    """Why the block that begins where `before` ends does not run; None where nothing refuses it.

    `call`: the first of the block, which the lead may name.
    """
    before = before[-BEFORE_CHARACTERS:]
    channel = max((mark.end() for mark in _ANSWER.finditer(before)), default=-1)
    if channel >= 0 and not _MESSAGE_END.search(before, channel):
        return "it stands in an answer"
    said = _ROLE.sub("", _FRAME.sub("\n", _THOUGHT.split(before)[-1]))
    said = _STRAY.sub("\n", said)
    if not said.strip():
        return None
    if _SPEAKER.search(said) or _PROMPT.search(said, said.rstrip().rfind("\n\n") + 1):
        return "it stands in a transcript"
    if said[-1] in " \t" and said.rstrip()[-1].isalnum():
        return "it stands in a sentence"
    sentences = _sentences(said)
    apart = "\n\n" in said[len(said.rstrip()) :]
    if apart and _OWN_SAMPLE.search(sentences[-1].rstrip()):
        return None
    led_in = [*sentences[-2:-1], *_sentences(said.rstrip().rpartition("\n\n")[0])[-1:]]
    return None if is_lead(sentences[-1], call) and not any(map(is_introduced, led_in)) else NO_LEAD


def refused_by_text_after(after: str) -> str | None:
    """Why the block that ends where `after` begins does not run; None where nothing refuses it."""
    after = without_end_tokens(after)
    if _CLOSERS.match(after) or _RESULTS.match(after):
        return None
    if re.fullmatch(r"[a-z]{1,6}", after):  # a token left of a template
        return None
    after = _ROLE.sub("", _FRAME.sub("\n", after)).strip()
    sentences = _sentences(after)
    if len(after) > AFTER_CHARACTERS or len(sentences) > REMARKS or not all(map(is_remark, sentences)):
        return NO_REMARK
    return None


def refused_by_text_between(between: str) -> str | None:
    """Why the block before `between`, a lead to the next, does not run; None where nothing refuses it."""
    *earlier, lead = _sentences(_ROLE.sub("", _FRAME.sub("\n", between))) or [""]
    if takes_back(lead) or any(
        takes_back(each) or not (is_remark(each) or is_lead(each)) for each in earlier
    ):
        return NO_REMARK
    return None


def _sentences(text: str) -> list[str]:
    return [each for each in _SENTENCES.split("\n" + text) if each and each.strip()]
