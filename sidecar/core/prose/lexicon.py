"""English phrases around a call that is not meant to run. They only refuse; no call runs because of one."""

from __future__ import annotations

import re
from re import Pattern


def _any(*phrases: str, ends: str = "") -> Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)}){ends}", re.IGNORECASE)


_ACTING = (
    "run", "send", "call", "execut", "us(?:e|ing)", "emit", "writ", "invok", "issu", "output", "typ(?:e|ing)",
    "past(?:e|ing)", "follow", "do", "try",
)  # fmt: skip
_N_T = "(?:do|must|should|will|would|could|did|ca|wo)n['’]t|can['’]t"

# "Do NOT send this: …", "I would never run …"
NEGATED = _any(
    "(?:do|must|should|will|would|could|did) not", "cannot", _N_T, "never", "not to", "avoid", r"refus\w+ to",
    "instead of", "rather than", "without", "under no circumstances",
    ends=rf",?\s+(?:\w+,?\s+){{0,4}}?(?:{'|'.join(_ACTING)})\w*",
)  # fmt: skip

# "For example:", "A call would look like this:"
EXAMPLE = _any(
    "for (?:example|instance)", r"e\.g\.", "example", "such as", "looks?(?:ed|ing)? like", "look as follows",
    "as follows", "like (?:this|so)", "would (?:be|look|read)", "in the (?:form|format)", "sample",
    r"hypothetical\w*",
    "the (?:format|syntax|template|grammar|markup) (?:is|was|for|of)", "format:", "syntax:", "written as",
    "placeholder", "pseudo-?code",
    "the (?:above|following) (?:text|string|markup|snippet|block|tag|line)s?",
    ends=r"(?:\b|(?<=[.:]))",
)  # fmt: skip

# "The README says:", "Its hidden text was:" right before the block: it is quoted
ATTRIBUTED = _any(
    "reads?", "sa(?:ys?|id)", "contain(?:s|ed)?", "show(?:s|ed|n)?", "print(?:s|ed)?", "output(?:s|ted)?",
    "quot(?:es?|ed)", "wr(?:ites?|ote)", "emit(?:s|ted)?", "return(?:s|ed)?", "inject(?:s|ed)?",
    "past(?:es?|ed)", "claim(?:s|ed)?", "instruct(?:s|ed)?", "told me to",
    "(?:asks?|tells?) (?:me|you|us) to", "instructions?",
    "transcript", "excerpt", "log", "document", "page", "readme", "payload", "prompt",
    "untrusted", "malicious",
    "text", "text (?:is|was)", "message (?:is|was)", r"output of [\w./ -]{1,40}",
    r"(?:quot|cit)ing [\w#./ -]{1,40}", r"(?:injected|quoted|pasted|copied|fetched|leaked) \w{1,20}",
    r"(?:log|page|file|comment|message|document|e-?mail|ticket|issue)\b[^.!?\n]{0,40}"
    r"\b(?:has|had|holds|held|is|was)",
    r"(?:asks?|tells?|(?<!user )wants?|instructs?|urges?) \w+ to (?:run|do|execute|call|send|use|issue)",
    ends=r"(?:\s+(?:this|that|these|it|the following))?"
    r"(?:\s+(?:line|text|call|command|block|snippet|message|markup))?\s*(?:\([^)\n]{0,40}\))?\s*[:,]?\s*\Z",
)  # fmt: skip

# "I might call", "You could run": considered only
HEDGED = _any(
    "might", "may", "could", "would", "maybe", "perhaps", "suppose", "imagine", "what if", "should i",
    "was about to", "were to", "almost", "tempted", "considered", "considering", "wondering", "alternatively",
    "option",
    ends=r"\b",
)  # fmt: skip

# "Ignore this:", "…, which I won't:"
DISOWNED = re.compile(
    r"\b(?:ignor(?:e|ed|ing) (?:this|that|it|the following)|(?:be|been) ignored"
    r"|(?:won|wouldn|can|shouldn)['’]t)\s*[:,.]?\s*\Z",
    re.IGNORECASE,
)

# After the block: "is what the raw completion looked like", "I did not run it", "Shall I go on?"
AFTERTHOUGHT = re.compile(
    r"\b(?:example|sample|for illustration|format|syntax|template|transcript|quoted?|pasted"
    r"|as data|placeholder|pseudo-?code|nothing (?:was|is) (?:run|executed|called)|looked like"
    r"|would be (?:wrong|bad|unsafe|dangerous)"
    r"|(?:is|was|are|were) (?:what|how|the (?:text|string|output|markup|line))|ignore (?:it|this|that)"
    r"|dangerous|destructive|suspicious|malicious|untrusted|(?:shall|should|may|can) i\b"
    r"|(?:let me know|tell me) (?:if|whether|when|which|what)|if you (?:want|like|agree|approve)"
    r"|(?:do|would) you (?:want|like)|want me to)"
    r"|(?:\bnot|n['’]t) (?:been |yet )?(?:run|ran|running|execut|follow|call|send|sent|act|do\b|use)",
    re.IGNORECASE,
)
