"""Any text → one cell of a Markdown table."""

from __future__ import annotations


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "\\n")
