"""The settings in tool-recovery.json: their values, where they are kept, whether they can be used."""
