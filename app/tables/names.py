"""What seats are called: distinct at a table, so that a log can use names alone. Bots are told apart by
their prefix.
"""

import secrets
from collections.abc import Callable, Collection, Sequence

import regex

from app.players.lookalikes import alike, skeleton

bot_prefix = "Bot "
most_graphemes = 20

bot_names = (
    "Bot Alma", "Bot Bruno", "Bot Cleo", "Bot Dario", "Bot Edda", "Bot Flurin",
    "Bot Greta", "Bot Henrik", "Bot Inka", "Bot Juno", "Bot Kaspar", "Bot Lotte",
    "Bot Moritz", "Bot Nele", "Bot Otto", "Bot Pia", "Bot Runa", "Bot Sepp",
    "Bot Tilda", "Bot Urs", "Bot Vreni", "Bot Wanda",
)  # fmt: skip


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, or with the next free number behind it ("Mira 2"), shortened so that 20 graphemes hold it. A name that
    looks like one that is taken is not free, whatever letters it is written in.
    """
    wanted, number = name, 1
    others = [skeleton(other) for other in taken]
    while any(alike(skeleton(wanted), other) for other in others):
        number += 1
        room = most_graphemes - len(f" {number}")
        short = "".join(regex.findall(r"\X", name)[:room]).rstrip()
        wanted = f"{short} {number}"
    return wanted


def bot_name(taken: Collection[str], choice: Callable[[Sequence[str]], str] = secrets.choice) -> str:
    """A bot's name nobody at the table has."""
    free = [name for name in bot_names if name not in taken]
    return choice(free or bot_names)
