"""Asking another model for a call that pi would reject and the rules declined."""
