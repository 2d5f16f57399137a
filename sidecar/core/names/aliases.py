"""Names that mean the same argument: curated per builtin tool of pi, and word by word for every tool.

Sources: the aliases that open models were seen to use with pi's tools, and the argument names of other coding
agents. A wrong entry here is a wrong repair: an entry needs a place where it was seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from .words import plain, singular, words

_PATH = (
    "absolutePath", "absolute_path", "file", "fileAbsolutePath", "file_name", "file_path",
    "filename", "filepath",
    "pathname", "target_file", "relative_path", "file_absolute_path",
)  # fmt: skip
_FOLDER = (*_PATH, "dir", "directory", "directory_path", "folder", "cwd", "dir_path", "root", "search_path")
# `old` and `new`, `search` and `replace` are known only as a pair: names/pairs.
_OLD = ("oldContent", "oldStr", "oldString", "old_content", "old_str", "old_string", "old_text", "old_value")
_NEW = ("newContent", "newStr", "newString", "new_content", "new_str", "new_string", "new_text", "new_value")
_LIMIT = ("max", "max_results", "count", "head_limit", "num_results", "n", "max_count", "max_matches")
_PATTERN = ("expression", "q", "query", "regex", "search", "search_pattern", "regexp", "search_term")

DESCRIPTION_READ = 400  # characters

# tool → argument → what models call it instead. Arguments of array items (edit's oldText) are listed too.
BUILTIN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "bash": {
        "command": (
            "cmd", "cmdline", "commandLine", "script", "shell", "shell_command", "bash", "bash_command",
        ),
        "timeout": ("timeout_seconds", "timeout_s", "timeout_sec", "timeout_secs"),
    },
    "edit": {
        "path": _PATH,
        "edits": ("edit", "changes", "replacements", "modifications", "oldEntries", "diffs", "operations"),
        "oldText": _OLD,
        "newText": _NEW,
    },
    "find": {
        "pattern": (
            *_PATTERN, "filename", "file_name", "glob", "include", "name", "glob_pattern", "file_pattern",
        ),
        "path": tuple(name for name in _FOLDER if name not in ("filename", "file_name")),
        "limit": _LIMIT,
    },
    "grep": {
        "pattern": (*_PATTERN, "text"),
        "path": _FOLDER,
        "glob": ("globPattern", "include", "file_glob", "file_pattern", "include_pattern", "includes"),
        "ignoreCase": ("caseInsensitive", "ic", "case_insensitive", "ignore_case", "i"),
        "context": ("ctx", "context_lines", "C"),
        "literal": ("fixed_strings", "fixed", "is_literal"),
        "limit": _LIMIT,
    },
    "ls": {"path": _FOLDER, "limit": _LIMIT},
    "powershell": {
        "command": ("cmd", "cmdline", "commandLine", "script", "shell", "shell_command"),
        "timeout": ("timeout_seconds", "timeout_s", "timeout_sec", "timeout_secs"),
    },
    "read": {
        "path": _PATH,
        "offset": ("start", "start_line", "startLine", "line_start", "from_line", "line_offset", "line"),
        "limit": ("max", "count", "num_lines", "max_lines", "lines", "line_count", "n", "line_limit"),
    },
    "write": {
        "path": _PATH,
        "content": (
            "body", "contents", "data", "fileContent", "file_content", "text", "file_text",
            "file_contents",
        ),
    },
}  # fmt: skip

# The same word in short, in any name: the first is written out.
ABBREVIATIONS: tuple[tuple[str, ...], ...] = (
    ("address", "addr"),
    ("amount", "amt"),
    ("attribute", "attr"),
    ("average", "avg"),
    ("category", "cat"),
    ("column", "col"),
    ("command", "cmd"),
    ("configuration", "config", "cfg"),
    ("current", "curr"),
    ("department", "dept"),
    ("description", "desc"),
    ("destination", "dest", "dst"),
    ("directory", "dir"),
    ("distance", "dist"),
    ("document", "doc"),
    ("environment", "env"),
    ("error", "err"),
    ("extension", "ext"),
    ("format", "fmt"),
    ("frequency", "freq"),
    ("function", "func", "fn"),
    ("hour", "hr"),
    ("identifier", "id"),
    ("image", "img"),
    ("index", "idx"),
    ("information", "info"),
    ("language", "lang"),
    ("latitude", "lat"),
    ("length", "len"),
    ("level", "lvl"),
    ("location", "loc"),
    ("longitude", "lon", "lng"),
    ("maximum", "max"),
    ("message", "msg"),
    ("minimum", "min"),
    ("number", "num"),
    ("option", "opt"),
    ("organization", "org", "organisation"),
    ("parameter", "param"),
    ("parameters", "params"),
    ("password", "passwd"),
    ("percentage", "percent", "pct"),
    ("phone", "tel", "telephone"),
    ("position", "pos"),
    ("preference", "pref"),
    ("previous", "prev"),
    ("quantity", "qty"),
    ("reference", "ref"),
    ("repository", "repo"),
    ("second", "sec"),
    ("seconds", "secs"),
    ("source", "src"),
    ("specification", "spec"),
    ("temperature", "temp"),
    ("timezone", "tz"),
    ("url", "uri"),
    ("value", "val"),
    ("version", "ver"),
    ("volume", "vol"),
    ("year", "yr"),
    ("zipcode", "zip", "postcode"),
)


class Kind(NamedTuple):
    """What an argument must be for its aliases to hold: its type, and a word that it or its tool says."""

    type: str
    said: str


_FILE = Kind("string", "file|files|document|script|image|notebook|directory|folder")
_OF_FOLDER = Kind("string", "directory|directories|dir|folder|folders|ls")
_COMMAND = Kind("string", "command|commands|shell|bash|terminal|powershell|exec|execute")
_SEARCH = Kind("string", "search|query|find|keyword|keywords|lookup|question|retrieve")
_OF_PATTERN = Kind("string", "pattern|regex|regexp|regular|glob|grep|match")
_TEXT = Kind("string", "content|contents|text|body|write|written")
_ADDRESS = Kind("string", "url|urls|uri|link|web|page|website|http|https|fetch|browser")
_RESULTS = Kind("integer", "results|result|items|rows|records|entries|matches|return|list|search|find")
_MESSAGE = Kind("string", "message|messages|send|post|notify|reply|chat|comment")
_RECEIVER = Kind("string", "recipient|recipients|receiver|send|email|mail|sms|message")
_PLACE = Kind("string", "city|location|place|weather|where")
_FROM_DATE = Kind("string", "start|from|begin|since|after")
_TO_DATE = Kind("string", "end|until|to|before")
_MAIL = Kind("string", "email|mail|e-mail")
_CODE = Kind("string", "code|script|source|python|javascript|execute")
_PROMPT = Kind("string", "prompt|instruction|instructions|ask|model|image")
_SQL = Kind("string", "sql|query|database|statement")
_FORMAT = Kind("string", "format")
_ORIGIN = Kind("string", "source|origin|from|copy|move|rename|departure")
_GOAL = Kind("string", "destination|target|to|copy|move|rename|arrival")
_EDITED = Kind("string", "replace|replaced|edit|old|new|text")
_ID = Kind("", "id|identifier|unique")

# Whole names that stand for each other, and the kind of argument for which they do.
NAMES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    (
        _FILE,
        (
            "path",
            "file_path",
            "filepath",
            "filename",
            "file_name",
            "file",
            "absolute_path",
            "target_file",
            "pathname",
        ),
    ),
    (_OF_FOLDER, ("path", "directory", "folder", "directory_path", "folder_path")),
    (_COMMAND, ("command", "shell_command", "cmdline", "command_line", "bash_command")),
    (
        _SEARCH,
        ("query", "q", "search_query", "search_term", "search_text", "search", "keyword", "keywords", "term"),
    ),
    (_OF_PATTERN, ("pattern", "regex", "regexp", "search_pattern", "glob_pattern", "expression")),
    (_TEXT, ("content", "contents", "text", "body", "file_content", "file_contents", "file_text")),
    (_ADDRESS, ("url", "link", "href", "web_url", "page_url")),
    (_RESULTS, ("limit", "max_results", "top_k", "num_results", "max_items", "max_count", "result_limit")),
    (_MESSAGE, ("message", "text")),
    (_RECEIVER, ("recipient", "to", "receiver")),
    (_PLACE, ("location", "place", "city", "city_name", "town")),
    (_FROM_DATE, ("start_date", "from_date", "date_from", "begin_date")),
    (_TO_DATE, ("end_date", "to_date", "date_to", "until_date")),
    (_MAIL, ("email", "email_address", "mail")),
    (_ID, ("id", "identifier")),
    (_CODE, ("code", "source_code", "script")),
    (_PROMPT, ("prompt", "instruction", "instructions")),
    (_SQL, ("sql", "query", "statement")),
    (_FORMAT, ("format", "output_format")),
    (_ORIGIN, ("source", "origin", "from")),
    (_GOAL, ("destination", "to")),
    (_EDITED, ("old_text", "old_string", "old_str", "old_content")),
    (_EDITED, ("new_text", "new_string", "new_str", "new_content", "replacement")),
)

# Words argument names are made of. One of these is no typo of another: `height` is not a slip of `weight`.
ORDINARY_WORDS = frozenset(
    "above absolute access account action active actual add address adult after age album align all"
    " altitude amount and angle animal answer any api app area argument array artist asset at audio author"
    " auto average back background bank base batch before begin below best bid big bill binary bit black"
    " block blue body book border both bottom boundary branch brand buffer build bus buy byte call camera"
    " capacity car card case cash cat category cell center change channel character charge chart check"
    " child children choice circle city class clean client clock close cloud code cold color colour column"
    " command comment commit common company complete condition config contact contain content context"
    " continent contract copy cost count country county course cover create credit currency current custom"
    " customer cut cycle daily data database date day days dead deal debit decimal decode decrease"
    " decrement decrypt deep default delay delete delta density depth describe description dest"
    " destination detach detail device diameter diff different direct direction directory disable disk"
    " display distance divide doc document domain door double down download draft drive driver duration"
    " dynamic each east edge edit email employee empty enable encode encrypt end ending energy engine"
    " enter entry environment error estimate event exact except exclude excluded existing exit expect"
    " expense explicit export expression extension exterior external factor fail false family fast fat"
    " feature fee feed female fetch field file files fill filter final find first fixed flag flat float"
    " floor folder food force foreign form format forward frame free frequency friend from front full"
    " function future game gap gender get glob global goal grade graph green grid group guest half hash"
    " head header health heat height hide high hit home horizontal host hotel hour hours house html icon"
    " id image implicit import in inactive inbound include included income increase increment index info"
    " initial inner input insert inside int interest interior internal interval into invalid invite"
    " invoice is item items job join json key kind label land language large last lat latitude layer"
    " layout lead left length less level library light like limit line lines link list listen literal live"
    " load loan local location lock log login lon long longitude loss low lower mail main major make male"
    " map margin mark mass match max maximum mean measure media median medium member menu merge message"
    " meta meter method mid middle min minimum minor minute mode model module month more mount move movie"
    " multiple museum music name near negative net network never new next night no node none noon normal"
    " north not note null number object odd off offset old on once one only open operation option or order"
    " origin other out outbound outer outlet output outside over owner pace page paid parent park part"
    " party pass past patch path pattern pause pay payment people per percent period person phone pick"
    " place plan plant player point policy pool port position positive post power prefix present previous"
    " price primary print private process product profile profit program project property public publish"
    " pull pulse push put quality quantity query question queue quote radius rain random range rate rating"
    " ratio raw read real reason receiver record red reduce ref region relative release remote remove"
    " rename repo request require reserve reset resolution resource response rest result return reverse"
    " right road role roof room root round route row rule run safe sale same sample save scale schedule"
    " school scope score script search season seat second secret section see seed select sell send sender"
    " sent sequence series server service session set shape share short show side sign signal simple"
    " single site size sleep slot slow small social sort sound source south space speed split sport square"
    " stack staff stage star start state static station status step stock stop store story stream street"
    " string strong student style subject suffix sum summary support symbol sync system table tag take"
    " target task tax team temp temperature term test text theme thread time timeout title to token tool"
    " top topic total track trade traffic train travel tree trend trigger trip true truth type under undo"
    " union unique unit unlock unmount unread until up update upload upper url usage use used user valid"
    " value variable vector vehicle vendor verify version vertical video view visible visit void volume"
    " wait wake walk wall want warm water weather web week weight west wet white whole wide width wind"
    " window with without word words work world wrap write year years zero zip zone zoom".split()
)

_WHOLE = {short: group[0] for group in ABBREVIATIONS for short in group[1:]}
_ROWS: dict[str, frozenset[int]] = {}
for _index, (_, _names) in enumerate(NAMES):
    for _name in _names:
        _ROWS[plain(_name)] = _ROWS.get(plain(_name), frozenset()) | {_index}
_BUILTIN_PLAIN = {
    (tool, plain(name)): frozenset(map(plain, aliases))
    for tool, fields in BUILTIN.items()
    for name, aliases in fields.items()
}


def whole_word(word: str) -> str:
    """A word of a name, written out: `repo` → `repository`."""
    return _WHOLE.get(word, word)


def is_alias(key: str, name: str, tool: str) -> bool:
    """Whether `key` is a known other word for `name`, of `tool` or of some kind of argument."""
    short, target = plain(key), plain(name)
    if short in _BUILTIN_PLAIN.get((tool, target), ()):
        return True
    if tool in BUILTIN:  # pi's own tools are covered completely: nothing general applies on top
        return False
    if _ROWS.get(short, frozenset()) & _ROWS.get(target, frozenset()):
        return True
    mine, theirs = words(key), words(name)
    return bool(mine) and tuple(map(whole_word, mine)) == tuple(map(whole_word, theirs))


def holds_for(key: str, name: str, tool: str, types: frozenset[str], description: str) -> bool:
    """Whether an alias holds for an argument of this type and description of this tool."""
    rows = _ROWS.get(plain(key), frozenset()) & _ROWS.get(plain(name), frozenset())
    if tool in BUILTIN or not rows:
        return True  # curated for the tool, or the same word in short
    own = words(name) if len(words(name)) > 1 else ()  # `path` alone may be one in a file, `file` its content
    said = {*own, *words(tool), *re.findall(r"[a-z-]+", description[:DESCRIPTION_READ].lower())}
    return any(
        (not types or not kind.type or kind.type in types or (kind.type == "integer" and "number" in types))
        and (not description or not said.isdisjoint(kind.said.split("|")))
        for kind in (NAMES[row][0] for row in rows)
    )


def is_ordinary(word: str) -> bool:
    """Whether a word of a name is a word of its own, or a letter that stands for one."""
    return len(word) == 1 or word in ORDINARY_WORDS or singular(word) in ORDINARY_WORDS
