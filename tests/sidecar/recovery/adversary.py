"""The tools an adversary answers about: many that differ in one word and do very different things."""

from __future__ import annotations

from typing import Any

from sidecar.core.blocks import Question, Tool, ToolCall
from sidecar.core.toolset import Toolset

# `name effect: argument kind, …`; `?` marks an optional argument, `a|b` the choices of one.
_TOOLS = """
read read: path text, offset? number, limit? number
ls read: path? text
grep read: pattern text, path? text
find read: glob text
write write: path text, content text
append_file write: path text, content text
edit write: path text, edits edits
bash write: command text, timeout? number
run_in write: command text, cwd text
delete_file write: path text
trash_file write: path text
make_file write: path text, kind file
move write: from text, to text
copy write: source text, destination text, overwrite? switch
link write: target text, source text
fork write: owner text, repo text
connect write: host text, port number
terraform_apply write: dir text
preview_deploy read: service text, version text
deploy write: service text, version text
check_migration read: name text
run_migration write: name text
revert_migration write: name text
get_issue read: number number
close_issue write: number number
reopen_issue write: number number
delete_issue write: number number
create_issue write: title text, body text
update_issue write: number number, title? text
set_state write: number number, state open|closed
label write: number number, labels texts
activate_user write: user_id text
deactivate_user write: user_id text
ban_user write: user_id text
grant_role write: user_id text, role text
revoke_role write: user_id text, role text
draft_email write: to text, subject text, body text
send_email write: to text, subject text, body text
query read: sql text
execute_sql write: sql text
authorize_payment write: payment_id text, amount number
capture_payment write: payment_id text, amount number
refund_payment write: payment_id text, amount number
lock_door write: door text
unlock_door write: door text
start_server write: name text
stop_server write: name text
pull_branch write: branch text
push_branch write: branch text
list_backups read: store text, order? newest|oldest
purge_backups write: store text
enable_alarm write: alarm text
disable_alarm write: alarm text
delete_item write: id text, force? switch, recursive? switch
purge write: item text, reason text
note write: text text, title? text
env write: set map
"""
_EDIT = {
    "type": "object",
    "required": ["oldText", "newText"],
    "properties": {"oldText": {"type": "string"}, "newText": {"type": "string"}},
}
_KINDS: dict[str, Any] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "switch": {"type": "boolean", "default": True},
    "texts": {"type": "array", "items": {"type": "string"}},
    "edits": {"type": "array", "items": _EDIT},
    "map": {"type": "object", "additionalProperties": {"type": "string"}},
}


def _tool(line: str) -> Tool:
    head, _, arguments = line.partition(": ")
    name, effect = head.split()
    declared = dict(argument.split() for argument in arguments.split(", "))
    properties = {
        key.rstrip("?"): _KINDS.get(kind, {"type": "string", "enum": kind.split("|")})
        for key, kind in declared.items()
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": [key for key in declared if not key.endswith("?")],
    }
    return Tool(name, schema, effect="read" if effect == "read" else "write")


TOOLS = tuple(_tool(line) for line in _TOOLS.split("\n") if line)
TOOLSET = Toolset(TOOLS)


def question(call: dict[str, Any]) -> Question:
    """A question about `call` that shows the model every tool it could want."""
    broken = ToolCall("call_1", call["name"], call.get("arguments", {}), call.get("raw"))
    named = tuple(tool for tool in TOOLS if tool.name == broken.name)
    return Question(broken, "Validation failed", named or TOOLS)
