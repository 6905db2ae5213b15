"""Addresses of static files: the content's hash is part of the path, so every answer may be kept for ever."""

import hashlib
from functools import cache
from pathlib import Path

folder = Path(__file__).resolve().parents[2] / "static"


@cache
def digest(path: str) -> str:
    """First 10 hex digits of the file's SHA-256. Raises FileNotFoundError with the path that a template got wrong."""
    return hashlib.sha256((folder / path).read_bytes()).hexdigest()[:10]


def static_url(path: str) -> str:
    """Path below `static/` -> "/static/<hash>/<path>". Relative addresses inside CSS and JS modules keep the hash
    of the file that names them; the server looks only at the path behind it."""
    return f"/static/{digest(path)}/{path}"
