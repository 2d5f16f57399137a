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
_ORDER = re.compile(ACT, re.IGNORECASE)


def is_remark(sentence: str) -> bool:
    """Whether `sentence`, which stands after a call, neither asks nor takes the call back."""
    said = plainly(sentence)
    if _OTHER.search(said):
        return False
    if _REMARK.match(said):
        return True
    return " " in said and is_lead(said) and _ORDER.match(said) is None
