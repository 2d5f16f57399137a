"""Whether a lead makes the call that follows, or speaks of a text that holds it ("this log line:").

The call itself is the evidence. Where the object of the verb is a word for a text, the call must name it:
a log is looked at by a call that reads a log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

# characters of a value: a path, a command or a pattern is what a lead names, and no file's content
READ = 300
VALUES = 20
_WORD = re.compile(r"[^\W_]{3,}")
# words that stand in any sentence and any command, and so name nothing
_COMMON = frozenset(
    """about add after again all and any are but can check code command could does file first for from get
    have how into let line look make need new next not now off one only out over read run say says see set
    should some than that the them then there these they this those try use was what when where which will
    with would you""".split()
)
_SHELL = ("command", "cmd", "script", "line")  # the arguments that are a command

# after a noun: it is the head of its phrase ("the log." and "the log of", not "the log file")
_HEAD = (
    r"(?=\W*\Z|[,;]|['’]s\b| (?:that|which|who|you|I|we|it|in|of|from|for|on|to|into|with|is|was|by|at"
    r"|as|and|again|now|first|would|the|this)\b)"
)
_LOG = r"log|journal|tail|dmesg"
_DOCS = r"doc|readme|\.md\b|\.rst\b|https?:|\bman |help|html|fetch|usage|wiki"
# a word for a text, in the languages of leads, and what names that text in a call
_TEXTS = tuple(
    (re.compile(noun, re.IGNORECASE), re.compile(named, re.IGNORECASE))
    for noun, named in (
        (
            rf"\b(?:calls?|invocations?|injections?|instructions?|payloads?|prompts?|transcripts?|snippets?|samples?"
            rf"|quotations?|markup|line|entry|mistakes?|attacker){_HEAD}"
            rf"|\b(?:string|text|pattern|request|message|list|format|syntax)(?=\W*:\Z)"
            r"|\b(?:answer|output|reply|words?) of the (?:agent|attacker|assistant|model|user)\b"
            r"|调用|指令|示例|例子|这[一]?行|呼び出し|指示|\b(?:aufrufs?|anweisung|beispiel|zeile)\b"
            r"|\b(?:appel|instruction|exemple|ligne)s?\b|\b(?:llamada|chamada|instrucci[oó]n|instrução|l[ií]nea|linha)\b"
            r"|\b(?:вызов|инструкци|строк|пример)\w*",
            r"(?!)",
        ),
        (rf"\bexamples?{_HEAD}", rf"example|sample|demo|{_DOCS}"),
        (rf"\blogs?{_HEAD}|日志|ログ|\blog\b(?=\W*\Z| an\b)|\bжурнал\w*|\bлог[аеу]?\b", _LOG),
        (
            rf"\b(?:docs?|documentation|readme|page|reports?|notes){_HEAD}|文档|页面|ページ"
            r"|\b(?:dokumentation|seite|documentaci[oó]n|documentação|p[áa]gina)\b|\bстраниц\w*",
            rf"{_DOCS}|report|note",
        ),
    )
)
_COMMAND = re.compile(
    rf"\bcommands?{_HEAD}|命令|コマンド|\b(?:befehle?|commande|comando|команд)\w*", re.IGNORECASE
)
_RUNS = re.compile(
    r"\b(?:re-?)?(?:run|execut|try|start|launch|us(?:e|ing)\b|do\b|doing\b)"
    r"|运行|执行|実行|ausführ|führe|lancer|exécut|ejecut|запу",
    re.IGNORECASE,
)
_WRITES = re.compile(
    r"\b(?:add|write|writing|document(?:ing)?\b|save|saving|append|insert|includ|record|stor|put|not(?:e|ing)\b|mention|send)",
    re.IGNORECASE,
)
# "Let me remove the line that sets it." before an edit: the line is in the file
_CHANGES = re.compile(
    r"\b(?:adapt|add|adjust|chang|clean|correct|delet|drop|edit|extend|fix|insert|mov|remov|renam|replac|rewrit"
    r"|simplif|split|tweak|updat)",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r">|\b(?:tee|sed|patch|git|cp|mv|touch|echo|printf|python\d?|node|perl|ed)\b")
# the clause speaks of somebody or something that holds calls: "what the page wanted"
_SOURCE = re.compile(
    r"\b(?:what|how|that|why|where|which) (?:(?:the|an?|this|that|my|its) )?(?:\w+ )?"
    r"(?:pages?|agent|attacker|model|user|issue|assistant|logs?|docs|readme|message) \w+",
    re.IGNORECASE,
)
# it lacks its object, which then is the call: "how the parser handles:"
_OPEN_CLAUSE = re.compile(
    r"\b(?:how|that|what) (?:(?:the|an?|this|that|it|they) )?\w* ?(?!works|does|looks|is\b|has\b"
    r"|happens|runs|means)\w+s:\Z"
    r"|\bwhat (?:it|they|he|she|this|that) (?:wants?|says?|said|would|told|asks?|asked)\b",
    re.IGNORECASE,
)
# "this" stands for the call; else it is what was spoken of before ("Let me fix this.")
_THIS = re.compile(
    r"\b(?:whether|if|that|what|sure|ensure) this (?:is|was|would|could|should|can|cannot|never)\b"
    r"(?! (?:an?|the|still|used|defined|implemented|handled|called|set|done|needed|where|why|what|how)\b)"
    r"|\bthis (?:to|for|in|into|on|at|as|against|with|subject|depending|last|eventually|tonight|next|later"
    r"|only|dangerous|first)\b.*:\Z|\bthis:\Z",
    re.IGNORECASE,
)
_RUN_THIS = re.compile(
    r"(?:run(?:ning)?|execut(?:e|ing)|try(?:ing)?|do(?:ing)?|start(?:ing)?"
    r"|launch(?:ing)?) this(?: (?:now|first|again|quickly|from\b.*|in the background|to \w+\b.*))?"
    r"[.:]\Z|\bto (?:\w+ )?(?:verify|check|confirm|fix|use|test) this\b|\bfor this[.:]\Z",
    re.IGNORECASE,
)
# "the second one" is a step, "the wrong one" a call with a fault
_PRONOUN = re.compile(
    r"(?<!with )(?<!into )(?<!by )(?<!to )\b(?:the|an?|this|that) (?!(?:\w+ )?(?:first|second|third"
    r"|fourth|fifth|next|last|other|remaining|new|final|same) )"
    r"(?:\w+ )?(?:ones?|variant|version)\b(?=\W*\Z| (?:that|you|which)\b)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:for|with|against|like|as|around|between|of|by|from|to)\s*[:：]\Z", re.IGNORECASE
)
_BARE = re.compile(
    r"(?:.*\b(?:I['’]ll|I will|let me|let['’]s|going to|need to|now|next|first) )?([\w-]+)\s*[:：]\Z", re.I
)
# verbs that want an object: alone before a colon, their object is the call as it stands there
_TRANSITIVE = frozenset(
    """handle remove delete match compare ignore report block drop discard record save store send validate
    format define track summarize removing deleting handling matching comparing dropping saving storing
    sending""".split()
)
_NOBODY = re.compile(r"\b(?:never|nobody|no one)\b", re.IGNORECASE)
_LOOKS = re.compile(r"\b(?:search|look|grep|find|scan)\w* ", re.IGNORECASE)


class Call:
    """A call as its lead may name it: by its tool, its keys and the words of its values."""

    def __init__(self, name: str, arguments: Mapping[str, Any]) -> None:
        self._name, self._arguments = name, arguments

    @cached_property
    def text(self) -> str:
        return " ".join([self._name, *_strings(self._arguments)]).casefold()

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text)) - _COMMON

    @property
    def is_command(self) -> bool:
        return any(key in self._arguments for key in _SHELL)

    @property
    def edits(self) -> bool:
        return any(
            key in self._arguments for key in ("edits", "oldText", "old_string", "newText", "new_string")
        )

    @property
    def searches(self) -> bool:
        return any(key in self._arguments for key in ("pattern", "query", "regex"))

    def is_named_in(self, said: str) -> bool:
        """Whether a word of `said` stands in the call."""
        return not self.words.isdisjoint(_WORD.findall(said.casefold()))

    @property
    def writes(self) -> bool:
        return not self.is_command or _WRITTEN.search(self.text) is not None


def _strings(arguments: Mapping[str, Any]) -> Iterable[str]:
    return (value[:READ] for value in list(arguments.values())[:VALUES] if isinstance(value, str))


def speaks_of_the_call(said: str) -> bool:
    """Whether `said` speaks of the call as it stands there: "whether this is safe", "the wrong one"."""
    return any(form.search(said) for form in (_NOBODY, _PRONOUN, _THIS))


def is_made(said: str, call: Call) -> bool:
    """Whether the announcing clause `said` makes `call`, and does not speak of a text that holds it."""
    named = call.is_named_in(said)
    if _NOBODY.search(said) or (_PRONOUN.search(said) and not named):
        return False
    if _DANGLING.search(said):
        return call.searches and _LOOKS.search(said) is not None
    bare = _BARE.fullmatch(said)
    if bare and said.count(" ") <= 4 and not _RUNS.match(bare[1]) and bare[1].casefold() in _TRANSITIVE:
        return call.is_named_in(bare[1])
    fits = call.writes or not _WRITES.search(said)
    about = _THIS.search(said) and not _RUN_THIS.search(said)
    if (about or _OPEN_CLAUSE.search(said)) and not (named and fits):
        return False
    if _COMMAND.search(said) and not (call.is_command and _RUNS.search(said)) and not (named and fits):
        return False
    if _SOURCE.search(said) and not named:
        return False
    named = named or (call.edits and _CHANGES.search(said) is not None and not said.endswith((":", "：")))
    return all(fits and (named or name.search(call.text)) for noun, name in _TEXTS if noun.search(said))
