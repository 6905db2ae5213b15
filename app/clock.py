"""The time on the wall, for every room. Games never read it."""

import time


def now_ms() -> int:
    """UTC epoch milliseconds."""
    return time.time_ns() // 1_000_000
