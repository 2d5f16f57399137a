"""A recovery model's reply → the corrected call, or why it is refused. Pure."""
