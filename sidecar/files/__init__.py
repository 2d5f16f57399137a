"""Files that several processes share: locks."""
