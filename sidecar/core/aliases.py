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
        "pattern": (*_PATTERN, "filename", "glob", "include", "name", "glob_pattern", "file_pattern"),
        "path": _FOLDER,
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
    ("amount", "amt"),
    ("city", "town"),
    ("command", "cmd", "commands"),
    ("config", "configuration", "cfg"),
    ("content", "contents", "body"),
    ("count", "number", "num", "quantity", "qty"),
    ("country", "nation"),
    ("current", "curr"),
    ("description", "desc"),
    ("destination", "dest", "dst"),
    ("directory", "dir", "folder"),
    ("document", "doc"),
    ("environment", "env"),
    ("identifier", "id", "uid"),
    ("image", "img", "picture"),
    ("language", "lang"),
    ("latitude", "lat"),
    ("limit", "max", "maximum"),
    ("location", "place", "loc"),
    ("longitude", "lon", "lng"),
    ("message", "msg"),
    ("min", "minimum"),
    ("month", "mo"),
    ("parameters", "params"),
    ("password", "passwd", "pwd"),
    ("pattern", "regex", "regexp"),
    ("phone", "telephone", "tel"),
    ("position", "pos"),
    ("previous", "prev"),
    ("query", "search"),
    ("radius", "r"),
    ("source", "src", "origin"),
    ("temperature", "temp"),
    ("title", "heading"),
    ("url", "uri", "link", "href"),
    ("velocity", "speed"),
    ("year", "yr"),
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
    ("location", "place", "city", "address"),
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


@lru_cache(maxsize=8192)
def canonical_words(name: str) -> tuple[str, ...]:
    """The words of a name, each replaced by the representative of its synonyms."""
    return tuple(_REPRESENTATIVE.get(word, _REPRESENTATIVE.get(singular(word), word)) for word in words(name))


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
