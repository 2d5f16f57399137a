"""(schema, arguments) → violations."""
