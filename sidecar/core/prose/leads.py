"""Whether a sentence is a lead: the model saying what it does now ("The tests pass, so I'll commit.").

A sentence is read in clauses. One of them announces an action, in a form of `_ANNOUNCES` or `_STEPS`; those
before it are answers, reasons or findings, which `_OPENS` knows by how they begin. All else is no lead.
"""

from __future__ import annotations

import re
from re import Pattern

from . import languages
from .matter import Call, is_made
from .verbs import ACT, DO, DOING

LENGTH = 400  # characters; a longer sentence is prose
CLAUSES = 12


def _forms(*forms: str) -> Pattern[str]:
    return re.compile("|".join(f"(?:{form})" for form in forms), re.IGNORECASE)


_ANSWER = (
    r"(?:(?:hi|hello|hey)(?: there)?\b"
    r"|sure(?: thing)?|ok(?:ay)?|great|good|perfect|excellent|got it|al(?:l )?right|right|understood"
    r"|absolutely|of course|certainly|definitely|thanks|thank you|nice|done|yes|yep|fine|i see|on it|found it"
    r"|awesome|makes sense|no problem|will do|you['’]re (?:absolutely )?right)\b"
)
_RETHINKS = r"(?:wait|hmm+|actually|oh|oops|ah|aha|no|well|interesting|sorry(?: about that)?)\b"
_ADVERB = (
    r"(?:now|next|then|so|and|but|also|just|again|still|instead|once more|finally|lastly|next up"
    r"|additionally|meanwhile|therefore|however|quickly|simply|briefly|carefully|first(?:ly)?|second(?:ly)?|third(?:ly)?"
    r"|first of all|first up|first things first|to start(?: with)?|as a first step|in parallel"
    r"|at the same time|go ahead and|start by|begin by|(?:start|begin|continue|try|proceed) to)\b[,:]?"
)
_ADVERBS = rf"(?:{_ADVERB} ){{0,3}}"
_BE = r"(?:I['’]m|I am|we['’]re|we are)"
_WILL = (
    rf"(?:(?:I|we)(?:['’]ll| (?:{_ADVERB} )?(?:will|can|should|must))(?: {_ADVERB})?(?: (?:need|have) to)?"
    rf"|(?:I|we)(?: {_ADVERB})? (?:need|have|want) to|(?:I|we)(?:['’]d| would) (?:like to|better)"
    rf"|{_BE} (?:{_ADVERB} )?(?:going|about) to|will|going to|need to|let me|let['’]?s|let us|allow me to"
    r"|(?:it['’]s )?time to|(?:now|next) to|(?:please wait|one moment|just a moment|hold on) while I"
    r"|(?:the |my )?(?:next|first) (?:step|thing|task) is to)\b"
)
# verbs that make what stands before them a subject: "Running this would …", "Opening the file reveals:"
_FINITE = (
    r"(?:is|are|was|were|has|had|can|could|may|must|should|do|does|did|will|would|fails?|shows?|showed|finds"
    r"|gives|makes|breaks|prints|yields|reveals|return(?:s|ed)|produce[sd]|changed)\b"
)
_THING = (
    r"(?:the|a|an|all|both|every|my|our|its|their|it|them|one|two|some|more|other|\d+|\w*[\w`]*[./_`]\w\S*)"
)
_WAY = r"(?:(?:up|out|through|at|into|in|on|with|to|again|back|if|whether|how|why|where|what) ){0,2}"
_WORDS = rf"(?:(?!{_FINITE})[^\s:!,]+ ){{0,6}}(?!{_FINITE})[^\s:!,]+"
_ARTICLE = r"(?:the|a quick|my|one|another|its|all|both)"
_UNIT = (
    r"(?:files?|tests?|one|page|module|folder|directory|component|docs|part|step|check|changes?|code"
    r"|model|types|schema|config|script|server|function|class)"
)

# "I list the files.", "I write it now.": what is done always is no step, and "I read the file" may be past
_NOW = r"(?:now|first|next)"
_PAST_TOO = r"(?:cut|find|get|put|read|set|split)"
_AT_ONCE = (
    rf"(?!.*\b(?:always|daily|each|every|nightly|often|such|twice|usually|weekly)\b)(?:I|we) (?:"
    rf"(?:{_NOW} {ACT}|(?!{_PAST_TOO}\b){ACT}) {_WAY}{_THING}(?: [\w.'`/-]+){{0,3}}"
    rf"|{ACT} (?:[^\s,:]+ ){{1,5}}now)[.:!…]\Z"
)

# "I'll read …", "I'm reading …", "First I read …", "I need the …", "Reading …"
_ANNOUNCES = _forms(
    rf"{_WILL} {_ADVERBS}(?!call (?:this|it|that)\b|have (?!an?\b)|(?<=can )see\b)(?:{DO}|(?<=by ){DOING})",
    rf"{_BE} {_ADVERBS}{DOING}",
    rf"(?:now|next|first|so|to start(?: with)?),? (?:I|we) {DO}\b",
    _AT_ONCE,
    rf"(?:(?:I|we|{_BE} going to)(?:['’]ll| will)? )?{_ADVERBS}need {_THING}\b",
    rf"{DOING}(?!.* this\b.*:\Z)(?!(?:(?!\bw?h\w+).)*\b{_FINITE})(?!.*, (?:I|we|the|it)\b)",
)
# "Read the …", "Now the list.", "Quick check:", "The build is next.": where no finding stands before them
_STEPS = _forms(
    rf"{ACT} {_WAY}(?!(?:it|them)\b.*:){_THING}(?:\W|\Z)|(?:look|search) (?:for|through) {_THING}",
    rf"{ACT} (?:again|first|now|next)[.!]\Z",
    rf"(?:{_ADVERB} ){{1,3}}(?:for )?{_ARTICLE} [\w.'`/-]+(?: (?:{_UNIT}|[\w.'`/-]+))?[.:!…]\Z",
    rf"(?:{_ADVERB} ){{1,3}}(?:for )?{_ARTICLE} (?:[\w.'`/-]+ )?(?:{_UNIT}|list|tree|rest|contents)"
    rf" (?:of|for|in|from) {_WORDS}[.:!…]\Z",
    rf"(?:{_ADVERB} )?(?:the )?same (?:for|in|with) {_WORDS}[.:!…]\Z",
    rf"(?:on ?to|back to|over to) {_ARTICLE} {_WORDS}[.:!…]\Z",
    r"(?:quick|one|one more|one last|another|last|final|next(?! time)|same) [\w-]+(?: [\w-]+)?"
    rf"(?: (?:at|for|in|of|to) {_WORDS})?[.:!…]\Z",
    rf"(?:the|all|both) {_WORDS} (?:(?:is|are) (?:next|needed|due|up next)[.:!]\Z|needs? {DOING})",
    r"(?:moving|going) on\b|continuing\b|proceeding\b|waiting for (?:the|it)\b",
)
_OPENS = _forms(
    rf"(?:(?:{_ADVERB}|{_RETHINKS}) ?){{0,4}}(?:\Z|{_ANSWER}|(?:in order )?to \w+\b"
    rf"|(?!according\b)(?:\w+ )?\w+ing\b|`"
    r"|(?:since|because|given|now that|as|based on|with|from|per|before I"
    r"|(?:before|while) (?:this|that|the|it)|after (?:this|that|it)|for (?!example|instance)\w+"
    r"|in (?:this case|the meantime)"
    r"|at this point)\b|(?:looks?|seems) like\b"
    r"|(?:the|this|that|these|those|it|its|there|here|they|I|we|my|our|all|both|no|nothing|none|some|only|same"
    r"|one|two|three|several|many|everything|maybe|perhaps|probably|\d+)(?:\b|['’]))"
)
_ALONE = _forms(
    rf"(?:(?:{_ANSWER}|{_ADVERB})[\s,—–-]*){{1,4}}[.!…]+",
    rf"(?:{_ANSWER}[\s,—–-]*)?(?:next|next step|finally|lastly|here goes)[:：]",
)
_LABELS = _forms(rf"(?:(?:{_ADVERB}|{_ANSWER}|{_RETHINKS}|next step)\W{{0,4}}){{0,4}}\Z")
# a question, a condition, a later time, an agreement to come, somebody else's words, a sample
_LEAVES_OPEN = _forms(
    r"\?|\b(?:unless|once(?! more)|until|provided|as soon as|later|tomorrow|might"
    r"|would(?! like to)|approval|permission|consent|with the user|your (?:ok|okay|review|go)"
    r"|in case|assuming|pending|subject to|depending on|on request|(?:as|if|when) (?:needed|necessary)"
    r"|eventually|tonight|(?:at|in) the end(?! of)|some ?day|next (?:time|week|month)|otherwise"
    r"|last resort|fallback|only (?:if|when|after)|(?:this|it|that) last\b(?! )"
    r"|sandbox only|what (?:the|a) (?:model|user|agent)"
    r"|(?:instead of|without|rather than) (?:run|call|send)\w+|following(?! (?:command|tool|file)s?\b))\b",
    # "check if …" is no condition
    r"\A(?:(?!\b(?:see|check|verify|test|confirm|determine|ensure|know|look|find|figure|fix|handle|what|how|why"
    r"|where|whether|understand|debug|reproduce|investigat)).)*\b(?:if|when)\b",
    r"(?<!for )(?<!help )(?<!give )\byou\b(?! \w+ed\b| have\b)(?!['’]re (?:absolutely )?right)",
    # "I need the parser to accept this:" speaks of what follows, "to fix this:" does not
    r"(?<!to verify )(?<!to check )(?<!to confirm )(?<!to fix )(?<!to use )"
    r"(?<!run )(?<!execute )(?<!try )(?<!running )\bthis[:：]?\Z|\bthese[:：]?\Z",
    r"\b(?:as follows|like (?:this|so)|such as|markup|transcripts?|prompts?|syntax|verbatim|format)\W*\Z",
    r"\b(?:an?|the|more|another|quick|last|next) (?:example|sample|illustration)s?\b(?=\W*\Z| of| such)",
    # not the calls in a program
    r"\b(?:an?|the|this|one|another)(?: \w+){0,2} calls?"
    r"(?=\W*\Z| (?:that|which|you|from|as|into|instead|without|by|is|can|may|looks)\b)",
    r"\b(?:maybe|perhaps|possibly) (?:I|we)\b|\bassuming (?:it|this|that)(?:['’]s| is)\b",
)
_QUOTES = _forms(r"\b(?:says?|said|tells?|told)\b")
# "Let me check the file" may lack its full stop; a sentence that runs on into the call announces nothing
_ENDS = _forms(
    r"[.!…:：。！]\Z",
    r"\A(?:.*[,.] )?(?:let me|I['’]ll|I will|let['’]s)(?: \S+){3,}(?<! to)(?<! for)(?<! with)(?<! like)\Z",
)
_STEP = r"(?:step|phase|task|part) \d{1,2}"
_HEAD = _forms(rf"[\s#*]*{_STEP}\b")
_ITEM = _forms(r"\s*(?:[-*+•]|\d{1,2}[.)])\s")
_DECORATION = _forms(rf"\A(?:[\s#>*•·+-]|\d{{1,2}}[.)]\s|{_STEP}[:.]|[^\w\s`\"'(<\[{{|$@/\\.])+")
_INSERTED = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|\([^()\n]*\)")
_BRACKETS = re.compile(r"\([^()\n]*\)")
# "I'll delete it after the deploy." is a later step, "Let me see it after the change." is not
_LATER = re.compile(
    r"(?!.*\b(?:see|check|look|verify|view|confirm|read|test|understand|inspect)).*\bafter\b", re.IGNORECASE
)
_BREAK = re.compile(r"(?:[,;:—–…]|\s-{1,2}(?=\s)|\.\.\.)\s*|\s(?=(?:so|and|but|then|I['’]ll|let me)\s)")
_FIRST_WORDS = _forms(rf"\A(?:(?:{_ADVERB}|{_RETHINKS}),? ?){{1,4}}(?=\S)")
_JOINS = re.compile(r"\s?(?:so|but)\b")


def is_lead(sentence: str, call: Call | None = None) -> bool:
    """Whether the model says in `sentence` what it does now, and that this is `call` where one is given."""
    said = announced(sentence)
    return said is not None and (call is None or is_made(said, call))


def announced(sentence: str) -> str | None:
    """The clause of `sentence` in which the model says what it does now; None where there is none."""
    if len(sentence) > LENGTH:
        return None
    said = plainly(sentence)
    if not _ENDS.search(said) and not _HEAD.match(sentence):
        return None
    if languages.is_lead(said) or _ALONE.fullmatch(said):
        return said
    brackets = _BRACKETS.findall(sentence)
    starts = [0, *(found.end() for found in _BREAK.finditer(said))][:CLAUSES]
    for start, end in zip(starts, [*starts[1:], len(said)], strict=True):
        alone = _LABELS.match(said[:start]) is not None
        forms = (_ANNOUNCES, _STEPS) if alone and not _ITEM.match(sentence) else (_ANNOUNCES,)
        clauses = (said[start:], _FIRST_WORDS.sub("", said[start:]))
        if any(form.match(clause) for form in forms for clause in clauses):
            quoted = _QUOTES.search(said, 0, start) and not _JOINS.match(said, start)
            if quoted or any(map(_LEAVES_OPEN.search, (said, *brackets))) or _LATER.match(said, start):
                return None
            return _spoken(sentence, said[start:]) if alone or ":" not in said[:start] else None
        joined = _JOINS.match(said, end) or said[:end].rstrip()[-1:] in (*";—–…", "-")
        if not joined and not _OPENS.match(said[start:end].rstrip(" ,:")):
            return None
    return None


def _spoken(sentence: str, said: str) -> str:
    """`said` with what stands in quotes: `x` stood for it."""
    inside = [quoted[0] for quoted in _INSERTED.finditer(sentence)]
    return said if not inside else " ".join((*inside, said))


def is_introduced(sentence: str) -> bool:
    """Whether `sentence` introduces the next one as a quotation: a label, or a heading that names no step."""
    said = plainly(sentence)
    heading = sentence.lstrip().startswith("#") and not _HEAD.match(sentence)
    return (heading or said.endswith((":", "："))) and not is_lead(sentence) and not is_lead(said + ".")


def plainly(sentence: str) -> str:
    """`sentence` without the marks of a list or a heading; `x` stands for what is in quotes or brackets."""
    said = _INSERTED.sub("`x`", sentence.strip().replace("**", "").replace("__", ""))
    return _DECORATION.sub("", said).strip(" *_")
