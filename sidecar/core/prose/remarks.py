"""Whether a sentence after a call is a remark: what follows next, or what the call will show."""

from __future__ import annotations

import re

from .leads import is_lead, plainly
from .verbs import ACT, DO

_REMARK = re.compile(
    r"(?:this|that|it|these) (?:(?:should|will)(?: also)? )?(?:show|list|tell|give|print|return|confirm"
    r"|reveal|help|check|create|find|fix|let|make|take)(?:e?s)? |(?:one|two|\d+|no) (?:\w+ ){1,3}found\b"
    rf"|(?:then|next|after (?:that|this)|afterwards),? (?:I|we)(?:['’]ll| will| can) (?:{DO}|decide|report)"
    r"|then (?:the|it|this) (?:\w+ ){0,4}(?:should|will) |(?:I|we)(?:['’]ll| will) (?:report|decide) "
    r"|(?:once|when|if|after) (?:it|this|that|they|these) [^,]{1,40}(?:,| I| we) ?(?:I|we)?(?:['’]ll| will) "
    r"|waiting for (?:the|it|its) |(?:ok|done|running|expected)\W*\Z",
    re.IGNORECASE,
)
# it speaks to somebody, of the call as a text, or takes it back
_OTHER = re.compile(
    r"\?|n['’]t\b|\b(?:your?|please|not?|never|would|instead|wait|actually|hmm|oops|sorry|wrong|unless|only|revert"
    r"|undo|stop|cancel|skip|confirm|over|how|example|formats?|syntax|markup|calls?|tags?)\b",
    re.IGNORECASE,
)
# it takes the call before it back, or puts another step first
_TAKES_BACK = re.compile(
    r"\A\W*(?:not?|nope|or|vs|versus|better|alternatively|don['’]t)\b|→|\btoo (?=\w)"
    r"|\A\W*first\b|\bfirst\W*\Z|\bfirst,|\b(?:but|me|I|we|[\w]+['’]ll) first\b"
    r"|\b(?:never|instead|actually|hmm|oops|sorry|rather|prior|before|though|wait(?! for)|hold on"
    r"|after all|correction|second thoughts?|I mean|I meant|was wrong"
    r"|wrong (?:call|one|command|file|folder|directory|path))\b"
    r"|\b(?:fix|correct|replace|change) (?:that|this|the) (?:call|command|with)\b"
    r"|\b(?:undo|scratch|forget|skip|cancel|stop) (?:that|this|it)\b"
    r"|\b(?:I|we|please|this|that) (?:\w+n['’]t|\w+ not)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(ACT, re.IGNORECASE)


def takes_back(sentence: str) -> bool:
    """Whether `sentence`, which stands between two calls, may take the first one back."""
    return _TAKES_BACK.search(plainly(sentence)) is not None


def is_remark(sentence: str) -> bool:
    """Whether `sentence`, which stands after a call, neither asks nor takes the call back."""
    said = plainly(sentence)
    if _OTHER.search(said) or _TAKES_BACK.search(said):
        return False
    if _REMARK.match(said):
        return True
    return " " in said and is_lead(said) and _ORDER.match(said) is None
