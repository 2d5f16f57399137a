"""pi's session files → the tool calls in them that failed."""
