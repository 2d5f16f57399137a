"""`a &lt; b` → `a < b`: HTML entities, where the file holds none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.core.edits.file_text import Edit, FileText

_WRITTEN = {
    "<": "&lt; &#60;",
    ">": "&gt; &#62;",
    "&": "&amp; &#38;",
    '"': "&quot; &#34;",
    "'": "&apos; &#39; &#x27;",
    "/": "&#x2F;",
}
_CHARACTERS = {entity: character for character, written in _WRITTEN.items() for entity in written.split()}
_MARKUP = {"<", ">", "&"}
_ENTITY = re.compile("|".join(map(re.escape, _CHARACTERS)))
_ANY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]*|#\d+|#[xX][0-9a-fA-F]+);")


def entities(edit: Edit, file: FileText) -> Iterator[Edit]:
    if not _ENTITY.search(edit.old) or _ANY.search(file.text):
        return
    used = {_CHARACTERS[found] for found in _ENTITY.findall(edit.old)}
    new = edit.new
    if _ENTITY.search(new):
        bare_old, bare_new = _ENTITY.sub("", edit.old), _ENTITY.sub("", new)
        if any(character in bare_new and character not in bare_old for character in used & _MARKUP):
            return  # newText writes it in both ways
        new = _plain(new)
    yield Edit(_plain(edit.old), new)


def _plain(text: str) -> str:
    return _ENTITY.sub(lambda found: _CHARACTERS[found[0]], text)
