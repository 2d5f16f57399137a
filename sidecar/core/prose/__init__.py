"""What a model says around a call: that it makes it now (`leads`), or what it expects of it (`remarks`)."""
