"""The front of Yeti: everything a person or a program sees of the dice game."""
