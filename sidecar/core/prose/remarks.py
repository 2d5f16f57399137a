"""Whether a sentence after a call is a remark: what follows next, or what the call will show."""

from __future__ import annotations

import re

from .leads import is_lead, plainly
from .matter import speaks_of_the_call
from .verbs import ACT, DO

_REMARK = re.compile(
    r"(?:this|that|it|these) (?:(?:should|will)(?: also)? )?(?:show|list|tell|give|print|return|confirm"
    r"|reveal|help|check|create|find|fix|let|make|take|run|build|install|start|search|read|write"
    r"|remove)(?:e?s)? |(?:one|two|\d+|no) (?:\w+ ){1,3}found\b"
    rf"|(?:then|next|after (?:that|this)|afterwards),? (?:I|we)(?:['’]ll| will| can) (?:{DO}|decide|report)"
    r"|then (?:the|it|this) (?:\w+ ){0,4}(?:should|will) |(?:I|we)(?:['’]ll| will) (?:report|decide) "
    r"|(?:once|when|if|after) (?:it|this|that|they|these) [^,]{1,40}(?:,| I| we) ?(?:I|we)?(?:['’]ll| will) "
    r"|(?:once|when|after) the (?:\w+ ){1,3}(?:pass(?:es)?|finish(?:es)?|is done|are done|succeeds?), "
    r"(?:I|we)(?:['’]ll| will) |(?:I|we)(?:['’]ll| will) [^,;:]{3,60} (?:once|when|after|as soon as) "
    r"(?:(?:I|we) (?:have|see|know|get)|(?:it|that|this) (?:is|has|finish|complete|return|pass))"
    r"|(?:the|all|both) (?:[\w.'`/-]+ ){1,4}(?:is|are) (?:up )?next\W*\Z"
    r"|(?:I['’]ll |I will )?wait(?:ing)? for (?:the|it|its) |(?:ok|done"
    r"|running|expected)\W*\Z",
    re.IGNORECASE,
)
# it speaks to somebody, of the call as a text, or takes it back
_OTHER = re.compile(
    r"\?|n['’]t\b|\b(?:your?|please|not?|never|would|instead|wait(?! for the)|actually|hmm|oops|sorry"
    r"|wrong|unless|only|revert"
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
# a step after the call: it looks at what the call gives, or goes on
_GOES_ON = re.compile(
    r"(?:.*\b(?:let me|let['’]?s|let us|(?:I|we)(?:['’]ll| will)|(?:going|need|want|like|start|continue"
    r"|proceed) to)\b )?"
    r"(?:(?:now|then|next|also|just|quickly|soon|go ahead and|wait and|be) )*"
    r"(?:add|analy[sz]e|apply|ask|begin|build|check|clean|commit|continue|create|decide|document|double-check|examine"
    r"|explore|find|gather|implement|inspect|install|investigate|list|look|monitor|open|proceed|push|read|report|review"
    r"|run|search|see|start|summari[sz]e|take a look|test|update|validate|verify|view|wait|watch|write"
    r"|\w+ing)\b"
    r"|(?:然后|接下来|随后|之后|次に|danach|ensuite|puis|luego|después|depois|затем|потом)",
    re.IGNORECASE,
)
# it makes the call once more in another way
_REPEATS = re.compile(
    r"\b(?:again|re-?try|another|different|safer|better|the (?:right|correct|other)|alone)\b", re.IGNORECASE
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
    goes_on = _GOES_ON.match(said) and not _REPEATS.search(said) and not speaks_of_the_call(said)
    return bool(goes_on) and " " in said and is_lead(said) and _ORDER.match(said) is None
