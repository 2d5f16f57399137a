"""The words of a call envelope: `{"type": "function", "id": "call_1", "name": N, "arguments": {…}}`.

Plain spellings (lower case, letters and digits only), except for the tuples, whose order counts.
"""

from __future__ import annotations

# Keys whose value is the tool's name, in an envelope that holds nothing but a call …
NAME_KEYS = frozenset("function functionname name tool toolname".split())
# … and those that a call put into another tool's arguments uses as well.
INNER_NAME_KEYS = NAME_KEYS | frozenset("action fn recipientname".split())
# Keys whose value is the arguments.
ARGUMENT_KEYS = frozenset("args arguments input parameters params".split())
INNER_ARGUMENT_KEYS = ARGUMENT_KEYS | frozenset(
    "actioninput inputs kwargs toolargs toolarguments toolinput toolparameters".split()
)
# Keys that hold all arguments once more, where the tool declares no such key.
WRAPPERS = ARGUMENT_KEYS | frozenset(
    "argumentsjson body call data function functioncall inputs json jsonarguments kwargs param payload"
    " properties rawarguments request response result toolargs toolarguments toolcall toolinput".split()
)
LIST_KEYS = frozenset("calls functions toolcalls tooluses tools".split())
ID_KEYS = frozenset("callid id toolcallid tooluseid".split())
# As a leaked call in JSON spells them …
LEAKED_NAMES = ("name", "tool_name", "toolName", "tool", "recipient_name")
LEAKED_ARGUMENTS = ("arguments", "parameters", "args", "input", "params", "tool_input", "toolInput")
LEAKED_IDS = ("id", "tool_call_id", "toolCallId", "call_id")
# … and the only key of an API's message around its calls: a list of them, or one.
LEAKED_LISTS = ("tool_calls", "toolCalls", "tool_uses", "toolUses", "function_calls", "functionCalls")
LEAKED_SINGLE = ("tool_call", "toolCall", "tool_use", "toolUse", "function_call", "functionCall")
# … and as a recovery model does in its answer.
ANSWER_NAMES = ("toolName", "tool_name", "tool", "name", "function")
ANSWER_ARGUMENTS = ("args", "arguments", "input", "parameters", "params", "argument")
ANSWER_WRAPPERS = ("call", "tool_call", "toolCall", "function", "answer", "result", "correction", "corrected")
ANSWER_LISTS = ("tool_calls", "toolCalls", "calls")
TYPE_MARKS = frozenset({"function", "function_call", "object", "tool_call", "tool_use"})

_CALL_IDS = ("call", "chatcmpl", "fc_", "functions.", "toolu")  # how providers begin the id of a call


def is_call_id(value: object) -> bool:
    """Whether `value` is an id that a provider gave a tool call. `c_42` may be a customer's."""
    return isinstance(value, str) and value.startswith(_CALL_IDS)


def is_type_mark(value: object) -> bool:
    """Whether the value of a `type` key says that this is a call, or a schema's object."""
    return isinstance(value, str) and value in TYPE_MARKS
