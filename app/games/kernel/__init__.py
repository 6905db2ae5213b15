"""The contract every game keeps, and the few values all games share."""
