"""What may be done at an address: the router names only the methods of the first route that has it."""

import re
from functools import cache

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import compile_path


@cache
def patterns_of(app: FastAPI) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    """Every route's pattern with its methods, found out once."""
    return tuple(
        (compile_path(context.path)[0], frozenset(context.methods))
        for context in iter_route_contexts(app.routes)
        if context.path is not None and context.methods
    )


def methods_of(app: FastAPI, path: str) -> list[str]:
    """The methods of all routes at this address, for `Allow`."""
    found = {method for pattern, methods in patterns_of(app) if pattern.match(path) for method in methods}
    return sorted(found | ({"HEAD"} if "GET" in found else set()))
