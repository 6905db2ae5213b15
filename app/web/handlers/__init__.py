"""Errors and middleware that answer with a page: refusals, limits on codes, the longest a request may take."""
