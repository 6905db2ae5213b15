"""The guest book: who a person is. No seats, no games."""
