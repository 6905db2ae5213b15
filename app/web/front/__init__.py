"""The contract of a front: everything a person or a program sees of one game."""
