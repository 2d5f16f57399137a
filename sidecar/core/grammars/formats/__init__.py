"""One leaked format a file."""
