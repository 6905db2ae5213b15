"""What the platform's own pages say about a game: home, lobby, lists, mails."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.web.templating import Phrasebook


@dataclass(frozen=True, slots=True)
class Explained:
    """Something to choose in a lobby: `name` and one `line` of explanation. `values`: the words of its values, if it
    has several.
    """

    name: str
    line: str
    values: Mapping[str, str] = field(default_factory=dict)

    def named(self, choice: str) -> str:
        """A choice as it is kept ("key" or "key=value"), in words."""
        value = choice.partition("=")[2]
        return f"{self.name}: {self.values.get(value, value)}" if value else self.name


@dataclass(frozen=True, slots=True)
class Poster:
    """A game on the home page. `line`: what it is, in a sentence or three; `short`: the same in one; `seats`: for how
    many, as in "2 to 4 players"; `minutes`: how long, as in "20 minutes"; `alone`, `alone_line`: what playing alone is
    called, and a line about it, "" where nobody can; `together`: a line about playing with others. `meta`: for search
    engines.

    Templates, "" = none: `hero` the picture and the heading of the game's own home, `how` the part that shows how it
    goes, `picture` the drawing on its ticket.
    """

    title: str
    line: str
    short: str
    meta: str
    seats: str
    minutes: str
    alone: str
    alone_line: str
    together: str
    hero: str
    how: str
    picture: str


class GameWords(Protocol):
    """What the platform's own pages say about a game."""

    @property
    def phrases(self) -> Phrasebook:
        """The platform's texts that this game says in its own way: "game" -> "race"."""
        ...

    def poster(self, language: str) -> Poster: ...

    def options(self, language: str) -> Mapping[str, Explained]:
        """By the option's key, in the order a lobby shows them; a group of which one at most is set may have words of
        its own, under its name.
        """
        ...

    def bots(self, language: str) -> Mapping[str, Explained]:
        """By the bot's level, gentlest first."""
        ...

    def variant(self, seats: int, language: str) -> str:
        """What kind of game so many seats make, as a sentence."""
        ...

    def figures(self, seats: int, language: str) -> tuple[str, ...]:
        """What each figure of a seat is called, for the picker of its colour; as many as `Game.figures` says."""
        ...
