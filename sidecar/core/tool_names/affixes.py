"""What models and hosts hang in front of and behind a tool's name. All lower case, sorted."""

from __future__ import annotations

# Cut off with `.`, `:`, `::`, `/`, `__`, `=` or `|` behind them.
PREFIXES = tuple(
    "action api assistant builtin call calling commentary container creating default default_api"
    " default_tools executing fs func function function_call functions invoke mcp mcp__server mcp_server name"
    " namespace pi running server tool tool_call tool_name tools use using".split()
)
# Also cut off with a single `-` or `_` behind them: nobody names a server like this.
PREFIXES_WITH_ANY_SEPARATOR = tuple(
    "builtin call default_api functions mcp mcp_server pi server tools".split()
)
# Hosts also put the id of a session or a server behind `mcp_`: hex digits with a digit among them.
HOST_ID = r"mcp[_-](?=[a-f]{0,11}\d)[0-9a-f]{4,12}[_-]"
# Cut off the end: ids, calls, channel words of a harmony header, and the word that only says "tool".
SUFFIX_PATTERNS = (
    r"[:#]\d+",  # `bash:0`
    r"[._:]call(?:_\w{4,})?",  # `bash.call`, `bash_call_ab12cd34`
    r"[._:](?:execute|invoke)\b",
    r"[_-](?:function|tool)",
    r"\s+(?:analysis|code|commentary|final|json)",
)

# Namespace segments that name no server.
HARNESS_SEGMENTS = frozenset(
    {"api", "default_api", "function", "functions", "mcp", "namespace", "server", "tool", "tools"}
)

# Tools that models make up to put a call into. By plain spelling.
_WRAPPERS = """
action call callfunction calltool execute executefunction executetool function functioncall functions
functiontool invoke invokefunction invoketool mcpcall mcptool multitooluse multitooluseparallel parallel
runtool tool toolcall toolexecute toolinvoke tools tooluse usemcptool usetool
"""
WRAPPER_NAMES = frozenset(_WRAPPERS.split())
