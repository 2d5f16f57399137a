"""Text → one cell of a Markdown table."""

from __future__ import annotations


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "\\n")


def prose(text: str) -> str:
    """A cell whose `<` is no HTML; in code it needs no escape."""
    parts = cell(text).split("`")
    return "`".join(part if index % 2 else part.replace("<", "&lt;") for index, part in enumerate(parts))
