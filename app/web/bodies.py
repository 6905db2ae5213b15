"""What a client sends: one model a command, closed and strict. Unknown fields and other kinds are a 422."""

import json
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from app.tables.play.acting import key_form

most_decisions = 2**31 - 1

deepest = 8
"""How deep an action may be nested; a game says itself what is wrong with one that is deeper."""


def whole_number(value: Any) -> Any:
    """JSON knows one kind of number: 4.0 is the whole number 4."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def whole_numbers(value: Any, depth: int = 0) -> Any:
    """`whole_number` for every number of an action, at any depth a game may look at."""
    if depth < deepest and isinstance(value, list):
        return [whole_numbers(item, depth + 1) for item in value]
    if depth < deepest and isinstance(value, dict):
        return {key: whole_numbers(item, depth + 1) for key, item in value.items()}
    return whole_number(value)


def readable(value: Any) -> Any:
    """Half a surrogate pair is no text, however deep it stands: it can be neither stored nor told again. Raises
    ValueError.
    """
    json.dumps(value, ensure_ascii=False).encode()
    return value


Whole = BeforeValidator(whole_number)
"""Of one number: a list sent in its place is refused without being walked through."""

SeatNumber = Annotated[int, Field(ge=0, le=9, description="A seat of this table, from 0."), Whole]


figure_or_skier = AliasChoices("figure", "skier")
"""The first game's word was there first; programs that send it are understood."""


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


class NameBody(Body):
    name: Name


class NewTable(Body):
    game: Annotated[
        str | None, Field(max_length=40, description="As in `games`; null is the first.", examples=[None])
    ] = None
    solo: Annotated[bool, Field(description="Starts at once, with you alone.")] = False


class Ready(Body):
    ready: Annotated[bool, Field(examples=[True])]


class Hat(Body):
    hat: Annotated[int, Field(ge=0, le=4, examples=[3]), Whole]
    figure: Annotated[
        int,
        Field(
            ge=0,
            le=1,
            validation_alias=figure_or_skier,
            description="Which of your figures, where a game gives a seat several; `skier`, its old name, is read.",
        ),
        Whole,
    ] = 0


class OptionSet(Body):
    option: Annotated[str, Field(max_length=40, description="As in `games`.", examples=["being played"])]
    on: Annotated[bool, Field(description="For a switch.", examples=[True])] = True
    value: Annotated[
        str | None,
        Field(max_length=40, description="For an option of several values: one of them.", examples=[None]),
    ] = None


class NewBot(Body):
    level: Annotated[
        str | None, Field(max_length=40, description="As in `games`; null is the first.", examples=[None])
    ] = None


class LevelBody(Body):
    seat: Annotated[SeatNumber, Field(description="A bot's.", examples=[1])]
    level: Annotated[str, Field(max_length=40, description="One of the game's `bot_levels`.")]


class AtSeat(Body):
    seat: Annotated[SeatNumber, Field(examples=[1])]


class MaybeSeat(Body):
    seat: Annotated[
        SeatNumber | None,
        Field(description="Somebody away, by the host's word; null is your own.", examples=[None]),
    ] = None


class StartBody(Body):
    confirm: Annotated[
        bool, Field(description="Start although somebody is not ready: else that is 409 not_ready.")
    ] = False


class ClockBody(Body):
    seconds: Annotated[
        Literal[0, 30, 60, 120, 86400, 259200],
        Whole,
        Field(description="For each decision; 0 is no clock.", examples=[60]),
    ]


class Switch(Body):
    on: Annotated[bool, Field(examples=[True])]


class LeaversBody(Body):
    leavers: Annotated[
        Literal["bot", "drop"],
        Field(description="Who leaves a game: a bot plays on, or the seat drops out.", examples=["bot"]),
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


class TextBody(Body):
    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=2000,
            description="At most 500 characters as people count them.",
            examples=["Hello!"],
        ),
    ]


class ReportBody(TextBody):
    seat: Annotated[
        SeatNumber | None, Field(description="Whom it is about; null is the table.", examples=[None])
    ] = None


class ReactionBody(Body):
    reaction: Annotated[
        Literal["hop", "phew", "haha", "sorry", "wow", "snowball", "wave", "cheer", "laugh", "gasp", "ouch"],
        Field(
            description="The last five are not offered by the pages any more. Three in ten seconds.",
            examples=["hop"],
        ),
    ]
    seat: Annotated[
        SeatNumber | None, Field(description="Whom a snowball is thrown at.", examples=[None])
    ] = None
    figure: Annotated[
        int,
        Field(
            ge=0,
            le=1,
            validation_alias=figure_or_skier,
            description="Which of that seat's figures, where a game gives it several; `skier`, its old name, is read.",
        ),
        Whole,
    ] = 0


class ActionBody(Body):
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
        BeforeValidator(whole_numbers),
        BeforeValidator(readable),
        Field(
            description="In the game's own form; see the schemas Action-GAME.",
        ),
    ]
    key: Annotated[
        str | None,
        Field(
            pattern=f"^{key_form}$",
            description="Idempotency key: a choice sent again under its key gets its first answer again, as the "
            "same choice for the same decision does even without one. Another choice under it is 409 key_used.",
            examples=["8f14e45f"],
        ),
    ] = None


class MailAddressBody(Body):
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


class DeviceSignBody(Body):
    sign: Annotated[
        str, Field(pattern=r"^[0-9a-f]{16}$", description="As in `devices`.", examples=["9f86d081884c7d65"])
    ]


class Everywhere(Body):
    but_here: Annotated[bool, Field(description="true: the device that asks stays signed in.")] = False
