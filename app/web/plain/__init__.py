"""A front without drawings: words, lists and buttons. A new game is playable by it at once."""
