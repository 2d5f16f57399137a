"""Announcements of an action: "…, so I'll run it", "Reading the page:".

After one of them a "might" or an "example" in its sentence refuses no call: "I'll use the example settings".
"""

from __future__ import annotations

import re

_DOING = "|".join(
    """add adjust append apply build call change check clean compile confirm continue create delete download
    edit examine execute explore fetch find fix get go grep inspect install invoke list load look make modify
    open patch print query read rebuild remove rename replace rerun restart retry review rewrite run save scan
    search see start stop tail test try update use verify view write""".split()
)
_DOING_NOW = "|".join(
    """building calling checking creating editing fetching fixing inspecting listing looking opening
    reading rebuilding rerunning reviewing running searching testing trying updating verifying
    writing""".split()
)
_WILL = r"I['’]ll|I (?:will|have to|need to|want to|am going to)|I['’]m going to|let me|let['’]s"
_HOW = "now|first|also|just|next|then|quickly|simply|start by|go ahead and|try (?:to|and)"
_BY_DOING = r"(?:show|demonstrate|illustrate)\b[^.\n]{0,80}\bby (?:running|calling|executing)\b"
_UNQUOTED = r"[^\"“”«»\n]*\s*\Z"
INTENT = re.compile(
    rf"(?<![\w\"“«'])(?:{_WILL})\s+(?:(?:{_HOW})\s+){{0,2}}(?:(?:{_DOING})\b|{_BY_DOING}){_UNQUOTED}"
    rf"|(?:\A\W*|[;,] )(?:now |so |next, )?(?:following your|{_DOING_NOW})\b{_UNQUOTED}",
    re.IGNORECASE,
)
# what marks an example even in a sentence that announces an action
SURE_EXAMPLE = re.compile(
    r"\b(?:for (?:example|instance)|e\.g\.|such as|looks?(?:ed|ing)? like|as follows|like (?:this|so)"
    r"|would (?:be|look|read)|following(?! your)|hypothetical\w*|(?:example|sample) (?:tool )?call"
    r"|placeholder|what (?:it|they|he|she) (?:says?|said|wrote|tells?))(?:\b|(?<=[.:]))",
    re.IGNORECASE,
)
