"""What a page is told while a game goes on: the socket and its messages."""
