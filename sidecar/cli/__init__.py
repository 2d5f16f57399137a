"""The words of the shell: `toolrecovery <word>`. main.py runs them, one file is one word."""
