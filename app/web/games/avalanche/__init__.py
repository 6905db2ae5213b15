"""The front of Avalanche: everything a person or a program sees of a race. No rules."""
