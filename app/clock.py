"""The time, for every package but the games, which never read it."""

import time


def now_ms() -> int:
    """UTC epoch milliseconds."""
    return time.time_ns() // 1_000_000
