"""propose → apply → validate again → accept, or decline."""
