"""README's generated tables, and what README names checked against the code."""
