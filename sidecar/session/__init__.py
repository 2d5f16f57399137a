"""The application behind one pi: its messages, its tools, its tools' results, what is recorded of them."""
