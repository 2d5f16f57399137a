"""The generated tables of README.md and docs/*.md."""
