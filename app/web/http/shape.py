"""Which of a page's two pictures comes with it: the one for the window it will be shown in.

A guess only, from a cookie the page's own script keeps, or from how the browser calls itself. The page fetches the
other picture when the window shows that it needs it, and without script by one link (`?shape=both`).
"""

from typing import Literal

from fastapi import Request

Shape = Literal["wide", "tall", "both"]


def shape_of(request: Request) -> Shape:
    if request.query_params.get("shape") == "both":
        return "both"
    kept = request.cookies.get("shape")
    if kept in ("tall", "wide"):
        return "tall" if kept == "tall" else "wide"
    return "tall" if "Mobi" in request.headers.get("user-agent", "") else "wide"
