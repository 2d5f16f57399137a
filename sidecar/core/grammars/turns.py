"""A turn of somebody else that the model wrote itself: the user's next words, the result of its own call.

The message ends where one begins. What follows would not be there had the model stopped.
"""

from __future__ import annotations

import re

from .leak import Span

_RESULT = r"(?:tool|function)_?(?:call_)?(?:response|result|output)s?"
_OTHERS = r"(?:user|human|system|developer|tool|ipython|environment|observation|function)\b"
TURN = "|".join(
    (
        rf"<{_RESULT}(?:\s[^<>\n]{{0,200}})?>",
        rf"<\|(?:start_)?{_RESULT}(?:_start|_begin)?\|?>|<start_function_response>",
        r"<[｜|]tool[▁_ ]outputs?[▁_ ]begin[｜|]>|<\|START_TOOL_RESULTS?\|>",
        r"\[TOOL_RESULTS\]|\[TOOL_CONTENT\]|\[INST\]|<<SYS>>",
        rf"<\|(?:im_start|turn>|start_header_id|start_of_role|start)\|?>?\s{{0,2}}{_OTHERS}",
        r"<\|start\|>functions\.[\w.\-]{1,120}",
        rf"<(?:start_of_turn|seed:bos)>\s{{0,2}}{_OTHERS}",
        r"<\|(?:user|system|observation|im_user|im_system|user_start|USER_TOKEN|SYSTEM_TOKEN)\|>",
        r"<[｜|](?:hy_)?(?:User|System)[｜|]>",
        r"\]~b\](?:user|system|tool)\b",
    )
)
_MADE_UP = re.compile(rf"<(?P<tag>{_RESULT})(?:\s[^<>\n]{{0,200}})?>")
_TURN = re.compile(TURN)
_ALSO_CLOSERS = ("<|tool_response>", "<start_function_response>")  # Gemma stops its calls with them


def begins_turn(text: str, at: int) -> bool:
    return _TURN.match(text, at) is not None


def turn_at(text: str, at: int, *, begun: bool = False) -> Span | None:
    """The turn that begins at `at`: up to the closer of a result, else up to the end of the text.

    `begun`: a call ends at `at`; only a turn whose opening token its grammar took as the closer counts.
    """
    if begun:
        return (at, len(text)) if text.endswith(_ALSO_CLOSERS, 0, at) else None
    made_up = _MADE_UP.match(text, at)
    closer = f"</{made_up['tag']}>" if made_up is not None else ""
    end = text.find(closer, at) if closer else -1
    return at, end + len(closer) if end >= 0 else len(text)
