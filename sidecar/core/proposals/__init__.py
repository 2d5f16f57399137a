"""What a rule is given and what it says."""
