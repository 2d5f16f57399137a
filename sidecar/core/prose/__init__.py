"""Words around a call that tell it is denied, quoted, an example or only considered."""
