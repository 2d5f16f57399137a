"""Whether a leaked call must not run: it is code, a quotation, an example, or stands in what was read."""
