"""When two names mean the same."""
