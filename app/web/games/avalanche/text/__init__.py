"""The text view of a race."""
