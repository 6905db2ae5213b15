"""Calling people back, without a database."""
