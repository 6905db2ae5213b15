"""Measurements of the rules; nothing here is a test. Run them by `make bench` or `python -m bench`."""
