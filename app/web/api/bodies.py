"""What a client sends: one model a command, closed and strict. Unknown fields and other kinds are a 422."""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

most_decisions = 2**31 - 1

deepest = 8
"""How deep an action may be nested; a game says itself what is wrong with one that is deeper."""


def whole(value: Any, depth: int = 0) -> Any:
    """JSON knows one kind of number: 4.0 is the whole number 4, in actions at any depth."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if depth < deepest and isinstance(value, list):
        return [whole(item, depth + 1) for item in value]
    if depth < deepest and isinstance(value, dict):
        return {key: whole(item, depth + 1) for key, item in value.items()}
    return value


def readable(value: Any) -> Any:
    """Half a surrogate pair is no text, however deep it stands: it can be neither stored nor told again. Raises
    ValueError.
    """
    json.dumps(value, ensure_ascii=False).encode()
    return value


Whole = BeforeValidator(whole)

SeatNumber = Annotated[int, Field(ge=0, le=9, description="A seat of this table, from 0."), Whole]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        description="1 to 20 characters as people count them. Names that cannot be shown, and those that begin with "
        "“Bot”, are refused: 409 name_unfit, name_long, name_bot.",
        examples=["Mira"],
    ),
]


class Named(Body):
    name: Name


class NewTable(Body):
    game: Annotated[str, Field(max_length=40, examples=["avalanche"])] = "avalanche"
    solo: Annotated[bool, Field(description="Starts at once, with you alone.")] = False


class Ready(Body):
    ready: Annotated[bool, Field(examples=[True])]


class Hat(Body):
    hat: Annotated[int, Field(ge=0, le=4, examples=[3]), Whole]
    skier: Annotated[
        int, Field(ge=0, le=1, description="Which of your skiers, at a table of two."), Whole
    ] = 0


class OptionSet(Body):
    option: Annotated[str, Field(max_length=40, description="As in `games`.", examples=["racing"])]
    on: Annotated[bool, Field(examples=[True])]


class NewBot(Body):
    level: Annotated[
        str | None, Field(max_length=40, description="As in `games`; null is the first.", examples=[None])
    ] = None


class AtSeat(Body):
    seat: Annotated[SeatNumber, Field(examples=[1])]


class MaybeSeat(Body):
    seat: Annotated[
        SeatNumber | None,
        Field(description="Somebody away, by the host's word; null is your own.", examples=[None]),
    ] = None


class Start(Body):
    confirm: Annotated[
        bool, Field(description="Start although somebody is not ready: else that is 409 not_ready.")
    ] = False


class Clock(Body):
    seconds: Annotated[
        Literal[0, 30, 60, 120, 86400, 259200],
        Whole,
        Field(description="For each decision; 0 is no clock.", examples=[60]),
    ]


class Switch(Body):
    on: Annotated[bool, Field(examples=[True])]


class Leavers(Body):
    leavers: Annotated[
        Literal["bot", "drop"],
        Field(description="Who leaves a race: a bot races on, or the seat drops out.", examples=["bot"]),
    ]


class Order(Body):
    seat: Annotated[SeatNumber, Field(examples=[0])]
    to: Annotated[SeatNumber, Field(examples=[1])]


class Silence(Body):
    seat: Annotated[SeatNumber, Field(examples=[1])]
    on: Annotated[bool, Field(description="true: this seat may not chat.", examples=[True])]


class Reseat(Body):
    seat: Annotated[SeatNumber, Field(examples=[1])]
    yes: Annotated[bool, Field(description="Whether who asked gets the seat.", examples=[True])]


class Text(Body):
    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=2000,
            description="At most 500 characters as people count them.",
            examples=["Hello!"],
        ),
    ]


class Report(Text):
    seat: Annotated[
        SeatNumber | None, Field(description="Whom it is about; null is the table.", examples=[None])
    ] = None


class Reaction(Body):
    reaction: Annotated[
        Literal["wave", "cheer", "laugh", "gasp", "ouch", "snowball"], Field(examples=["wave"])
    ]


class Act(Body):
    """One choice of your seat. Take it from `GET .../actions`, or build it by the game's schema."""

    decision: Annotated[
        int,
        Field(
            ge=0,
            le=most_decisions,
            description="The decision it is meant for, as `view` and `actions` name it: a choice that comes too "
            "late changes nothing (409 stale_decision).",
            examples=[1],
        ),
        Whole,
    ]
    action: Annotated[
        dict[str, Any],
        Whole,
        BeforeValidator(readable),
        Field(
            description="In the game's own form; see the schemas Action-GAME.",
            examples=[{"type": "select", "plays": [{"skier": 0, "cards": ["d3a"], "jump": True}]}],
        ),
    ]
    key: Annotated[
        str | None,
        Field(
            pattern=r"^[A-Za-z0-9_.:\-]{1,100}$",
            description="Idempotency key: a choice sent again under its key gets its first answer again, as the "
            "same choice for the same decision does even without one. Another choice under it is 409 key_used.",
            examples=["8f14e45f"],
        ),
    ] = None


class MailAddress(Body):
    address: Annotated[str, Field(min_length=3, max_length=254, examples=["mira@example.org"])]


class WayBack(Body):
    code: Annotated[
        str,
        Field(
            min_length=1,
            max_length=100,
            description="A device code or a recovery key.",
            examples=["K7QM-2XWD"],
        ),
    ]
