"""The fronts of the games, a folder each."""
