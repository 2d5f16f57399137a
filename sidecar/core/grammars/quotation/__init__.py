"""Whether a leaked call is code, quoted or shown, and so never run."""
