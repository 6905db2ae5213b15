"""A race that is over, step by step."""
