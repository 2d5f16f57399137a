"""Chat templates → the rows of grammar that they amount to."""
