"""A connection to SQLite lives in a thread of its own, which says goodbye to the event loop that opened it."""

import asyncio
import threading
import time

patience_s = 10


async def connections_gone() -> None:
    """Waits until no such thread is left: one that outlives its loop would fail in somebody else's test."""
    end = time.monotonic() + patience_s
    while any("_connection_worker" in thread.name for thread in threading.enumerate()):
        if time.monotonic() > end:
            return
        await asyncio.sleep(0.01)
