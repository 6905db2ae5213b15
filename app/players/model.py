"""A person, as far as the app knows one: an id and a name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """`id`: 32 hex digits. `name`: 1 to 20 graphemes, fit to be shown anywhere. `created_at`: UTC epoch
    milliseconds.
    """

    id: str
    name: str
    created_at: int = 0
