"""Files that several processes share and only their owner may read: locked, made, replaced whole."""
