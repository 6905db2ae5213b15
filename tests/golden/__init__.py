"""Golden games: one for each way a game can end, at each player count, and one told whole.

`python -m tests.golden.regenerate` writes them anew. Do that only for a change of the rules that is meant, and read the
difference.
"""
