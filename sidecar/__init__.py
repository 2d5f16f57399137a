"""Repairs tool calls: the half of toolrecovery that decides."""

__version__ = "0.1.0"
