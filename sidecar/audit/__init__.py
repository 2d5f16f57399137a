"""pi's session files → which tool calls failed, and which of them would have been repaired. Read-only."""
