"""`\\nfoo\\n` → `foo`: blank lines or a newline at the ends of both texts that the file does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText

_LEADING = re.compile(r"(?:[ \t]*\n)+")
_TRAILING = re.compile(r"\n\s*\Z")
MOST = 12  # newlines at one end


def blank_ends(edit: Edit, file: FileText) -> Iterator[Edit]:
    if edit.old.strip() not in file.text:
        return
    before, after = _cuts_before(edit.old), _cuts_after(edit.old)
    for head in before:
        for tail in after:
            if not head and not tail:
                continue
            old = edit.old[len(head) : len(edit.old) - len(tail)]
            new = edit.new.removeprefix(head)
            if edit.new.startswith(head) and new.endswith(tail):
                yield Edit(old, new[: len(new) - len(tail)])


def _cuts_before(text: str) -> list[str]:
    """Nothing, and each number of blank lines that the text begins with."""
    found = _LEADING.match(text)
    ends = [at + 1 for at, sign in enumerate(found[0]) if sign == "\n"][:MOST] if found else []
    return ["", *(text[:end] for end in ends)]


def _cuts_after(text: str) -> list[str]:
    found = _TRAILING.search(text)
    starts = [found.start() + at for at, sign in enumerate(found[0]) if sign == "\n"][-MOST:] if found else []
    return ["", *(text[start:] for start in starts)]
