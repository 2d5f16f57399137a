"""Names that mean the same argument: curated per builtin tool of pi, and word by word for every tool.

Sources: the aliases that open models were seen to use with pi's tools, and the argument names of other coding
agents. A wrong entry here is a wrong repair: an entry needs a place where it was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .words import plain, singular, words

_PATH = (
    "absolutePath", "absolute_path", "file", "fileAbsolutePath", "file_name", "file_path",
    "filename", "filepath",
    "pathname", "target_file", "relative_path", "target", "file_absolute_path", "uri",
)  # fmt: skip
_FOLDER = (*_PATH, "dir", "directory", "directory_path", "folder", "cwd", "dir_path", "root", "search_path")
_OLD = (
    "from", "old", "oldContent", "oldStr", "oldString", "old_content", "old_str", "old_string", "old_text",
    "old_value", "search", "find", "original", "before",
)  # fmt: skip
_NEW = (
    "new", "newContent", "newStr", "newString", "new_content", "new_str", "new_string", "new_text",
    "new_value",
    "replacement", "to", "replace", "updated", "after",
)  # fmt: skip
_LIMIT = ("max", "max_results", "count", "head_limit", "num_results", "n", "max_count", "max_matches")
_PATTERN = ("expression", "q", "query", "regex", "search", "search_pattern", "regexp", "search_term")

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

# Words that stand for each other inside any argument name: the first is the representative.
SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("account", "acct"),
    ("address", "addr"),
    ("amount", "amt"),
    ("attribute", "attr"),
    ("average", "avg"),
    ("begin", "start"),
    ("category", "cat"),
    ("city", "town"),
    ("column", "col"),
    ("command", "cmd", "commands"),
    ("company", "firm"),
    ("config", "configuration", "cfg"),
    ("content", "contents", "body"),
    ("cost", "price"),
    ("count", "quantity", "qty"),
    ("country", "nation"),
    ("current", "curr"),
    ("customer", "client"),
    ("department", "dept"),
    ("description", "desc"),
    ("destination", "dest", "dst"),
    ("directory", "dir", "folder"),
    ("distance", "dist"),
    ("doctor", "physician"),
    ("document", "doc"),
    ("end", "finish"),
    ("environment", "env"),
    ("error", "err"),
    ("extension", "ext"),
    ("film", "movie"),
    ("format", "fmt"),
    ("frequency", "freq"),
    ("function", "func", "fn"),
    ("height", "ht"),
    ("hour", "hr"),
    ("identifier", "id", "uid"),
    ("image", "img", "picture"),
    ("index", "idx"),
    ("information", "info"),
    ("interval", "period"),
    ("keyword", "term"),
    ("kind", "type"),
    ("language", "lang"),
    ("latitude", "lat"),
    ("length", "len"),
    ("level", "lvl"),
    ("limit", "max", "maximum"),
    ("location", "place", "loc"),
    ("longitude", "lon", "lng"),
    ("mass", "weight", "wt"),
    ("message", "msg"),
    ("min", "minimum"),
    ("minute", "mins"),
    ("month", "mo"),
    ("number", "num"),
    ("option", "opt"),
    ("organization", "org", "organisation"),
    ("parameters", "params"),
    ("password", "passwd"),
    ("pattern", "regex", "regexp"),
    ("percentage", "percent", "pct"),
    ("person", "people"),
    ("phone", "telephone", "tel"),
    ("position", "pos"),
    ("preference", "pref"),
    ("previous", "prev"),
    ("query", "search"),
    ("radius", "r"),
    ("reference", "ref"),
    ("repository", "repo"),
    ("second", "sec", "secs"),
    ("size", "sz"),
    ("source", "src", "origin"),
    ("specification", "spec"),
    ("temperature", "temp"),
    ("timezone", "tz"),
    ("title", "heading"),
    ("url", "uri", "link", "href"),
    ("value", "val"),
    ("vehicle", "car", "automobile"),
    ("velocity", "speed"),
    ("version", "ver"),
    ("volume", "vol"),
    ("width", "wd"),
    ("year", "yr"),
    ("zipcode", "zip", "postcode"),
)

# Whole names that stand for each other with any tool.
NAMES: tuple[tuple[str, ...], ...] = (
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
    ("path", "directory", "dir", "folder", "directory_path"),
    ("command", "cmd", "shell_command", "cmdline", "command_line", "bash_command"),
    ("query", "q", "search_query", "search_term", "search_text", "keyword", "keywords", "question"),
    ("pattern", "regex", "search_pattern", "glob_pattern", "expression"),
    ("content", "text", "body", "data", "contents", "file_content", "file_text"),
    ("url", "uri", "link", "web_url", "page_url", "address"),
    ("limit", "max_results", "top_k", "num_results", "page_size", "max", "count", "n"),
    ("offset", "start", "skip", "line_offset", "start_line", "from_line"),
    ("limit", "n_lines", "num_lines", "line_count", "max_lines", "line_limit"),
    ("message", "msg", "text", "prompt"),
    ("name", "title", "label"),
    ("description", "desc", "summary"),
    ("location", "place", "city"),
    ("city", "city_name", "town"),
    ("unit", "units", "unit_of_measure", "unit_of_measurement", "measure_unit"),
    ("date", "day"),
    ("start_date", "from_date", "date_from", "begin_date"),
    ("end_date", "to_date", "date_to", "until_date"),
    ("email", "email_address", "mail"),
    ("id", "identifier", "uuid"),
    ("user", "username", "user_name"),
    ("category", "type", "kind"),
    ("language", "lang", "locale"),
    ("timeout", "timeout_seconds", "time_limit"),
    ("code", "script", "source_code"),
    ("prompt", "instruction", "instructions"),
    ("recipient", "to", "receiver"),
    ("sql", "query", "statement"),
    ("radius", "r"),
    ("format", "output_format"),
    ("source", "origin", "from"),
    ("destination", "target", "to"),
    ("old_text", "old_string", "old_str", "old_content", "old_value"),
    ("new_text", "new_string", "new_str", "new_content", "new_value", "replacement"),
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

_REPRESENTATIVE = {word: group[0] for group in SYNONYMS for word in group}
_GROUPS: dict[str, frozenset[int]] = {}
for _index, _group in enumerate(NAMES):
    for _name in _group:
        _GROUPS[plain(_name)] = _GROUPS.get(plain(_name), frozenset()) | {_index}
_BUILTIN_PLAIN = {
    (tool, plain(name)): frozenset(map(plain, aliases))
    for tool, fields in BUILTIN.items()
    for name, aliases in fields.items()
}


def canonical_words(name: str) -> tuple[str, ...]:
    """The words of a name, each replaced by the representative of its synonyms."""
    return tuple(map(_representative, words(name)))


@lru_cache(maxsize=8192)
def _representative(word: str) -> str:
    return _REPRESENTATIVE.get(word, _REPRESENTATIVE.get(singular(word), word))


def is_alias(key: str, name: str, tool: str) -> bool:
    """Whether `key` is a known other word for the argument `name` of `tool`."""
    short, target = plain(key), plain(name)
    if short in _BUILTIN_PLAIN.get((tool, target), ()):
        return True
    if tool in BUILTIN:  # pi's own tools are covered completely: nothing general applies on top
        return False
    if _GROUPS.get(short, frozenset()) & _GROUPS.get(target, frozenset()):
        return True
    return canonical_words(key) == canonical_words(name) and bool(words(key))


def is_ordinary(word: str) -> bool:
    """Whether a word of a name is a word of its own, or a letter that stands for one."""
    return len(word) == 1 or word in ORDINARY_WORDS or singular(word) in ORDINARY_WORDS
