"""Calling people back to a table that waits for them: when, whom, and by which way."""
