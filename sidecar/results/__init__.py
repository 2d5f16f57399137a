"""Tool errors that explain themselves: hints read, built where they lack, repeats capped."""
