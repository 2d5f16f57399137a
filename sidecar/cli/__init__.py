"""The words of the shell: `toolrecovery <word>`."""
