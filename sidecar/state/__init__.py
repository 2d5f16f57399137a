"""What is kept between sessions: the journal, what recovery models taught, the debug log."""
