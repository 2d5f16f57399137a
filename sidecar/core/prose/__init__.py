"""What people write around a call."""
