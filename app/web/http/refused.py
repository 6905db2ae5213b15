"""A refusal leaves its reason where operators look: among the numbers, and in the request's line of the log."""

from starlette.types import Scope

from app import metrics


def note_refusal(scope: Scope, reason: str) -> None:
    """`reason`: a word of ours, never anything that was sent."""
    metrics.refusals.labels(reason).inc()
    scope.setdefault("state", {})["refused"] = reason
