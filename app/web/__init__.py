"""Requests, pages, the API, the fronts of the games. No rules, no SQL."""
