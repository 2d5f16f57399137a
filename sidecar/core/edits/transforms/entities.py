"""`a &lt; b` → `a < b`: HTML entities, where the file holds none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText

_CHARACTERS = {
    "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&apos;": "'", "&#39;": "'", "&#x27;": "'", "&#34;": '"',
    "&#x2F;": "/", "&#60;": "<", "&#62;": ">", "&#38;": "&",
}  # fmt: skip
_ENTITY = re.compile("|".join(map(re.escape, _CHARACTERS)))
_ANY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]*|#\d+|#[xX][0-9a-fA-F]+);")


def entities(edit: Edit, file: FileText) -> Iterator[Edit]:
    if not _ENTITY.search(edit.old) or _ANY.search(file.text):
        return
    used = {_CHARACTERS[found] for found in _ENTITY.findall(edit.old)}
    new = edit.new
    if _ENTITY.search(new):
        rest = _ENTITY.sub("", new)
        if any(character in rest for character in used & {"<", ">", "&"} if character not in _ENTITY.sub("", edit.old)):
            return  # newText writes it in both ways
        new = _plain(new)
    yield Edit(_plain(edit.old), new)


def _plain(text: str) -> str:
    return _ENTITY.sub(lambda found: _CHARACTERS[found[0]], text)
