"""A broken call → the question about it. Pure."""
