"""The end of a race in words: the own line, what stands above it and what is shared.

"You" is the reader; without a seat the sentences tell of the winner by name. Nothing here is worked out: figures come
from the view at the end. Why it ended so: `finish_why.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche.course import RaceRound, ground, order, own_skiers
from app.games.avalanche.tally import Highlight, short, to_line, yeti_to_line
from app.games.avalanche.verdict import burial, stranded
from app.games.avalanche.views import PublicView, SkierState
from app.web.games.avalanche.words.voice import Cast, RaceVoice

emoji = {
    Highlight.SKI: "⛷️",
    Highlight.JUMP: "🚀",
    Highlight.CRASH: "💥",
    Highlight.HIT: "🐾",
    Highlight.NEAR: "❄️",
    Highlight.FINISH: "🏁",
    Highlight.BURIED: "🚁",
}


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


COUNTS = (
    _("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"),
    _("ten"), _("eleven"), _("twelve"),
)  # fmt: skip
RANKS = {2: _("Second,"), 3: _("Third,"), 4: _("Fourth,"), 5: _("Fifth,")}
SIGNS = {
    Highlight.SKI: _("Ski"),
    Highlight.JUMP: _("Jump"),
    Highlight.CRASH: _("Crash"),
    Highlight.HIT: _("Hit by the yeti"),
    Highlight.NEAR: _("Avalanche one snowbank behind"),
    Highlight.FINISH: _("Over the line"),
    Highlight.BURIED: _("Buried"),
}


def word(voice: RaceVoice, number: int) -> str:
    """1 -> one; above twelve the figure."""
    return voice.say(COUNTS[number]) if number < len(COUNTS) else str(number)


def some(voice: RaceVoice, number: int, one: str, many: str, **params: object) -> str:
    """`one` for 1, else `many` with the number as a word in %(n)s. Both come translated: in "one card" the number is
    part of the words, which plural forms of a catalogue leave no room for.
    """
    return (one if number == 1 else many) % {"n": word(voice, number), **params}


@dataclass(frozen=True, slots=True)
class OwnLine:
    """Two lines of the poster. `outcome`: win, second (and third to fifth), buried, nobody, solo-won, solo-lost,
    watching.
    """

    outcome: str
    first: str
    second: str


def own_line(view: PublicView, seat: int | None, cast: Cast, rounds: Sequence[RaceRound] = ()) -> OwnLine:
    """For the seat's person; None = who looks on. The race is over. `rounds`: all, or () if they are not at hand."""
    winners = view.winners or ()
    if cast.solo:
        return solo_line(view, seat, cast, rounds)
    if not winners:
        _ = cast.voice.say
        return OwnLine("nobody", _("Nobody wins."), _("Except the yeti."))
    if seat is None:
        return OwnLine("watching", won_by_name(winners, cast), win_margin(view, winners[0], cast.voice))
    if seat in winners:
        return own_win(view, winners, seat, cast)
    return own_loss(view, seat, cast, rounds)


def won_by_name(winners: Sequence[int], cast: Cast) -> str:
    names = cast.voice.names([cast.names[player] for player in winners])
    return cast.voice.count("%(names)s wins", "%(names)s win", len(winners), names=names)


def own_win(view: PublicView, winners: Sequence[int], seat: int, cast: Cast) -> OwnLine:
    _ = cast.voice.say
    if len(winners) > 1:
        points = view.points[seat]
        line = some(cast.voice, points, _("with one point"), _("with %(n)s points"))
        return OwnLine("win", _("You share the win"), line)
    return OwnLine("win", _("You win"), win_margin(view, seat, cast.voice))


def win_margin(view: PublicView, winner: int, voice: RaceVoice) -> str:
    """How far the next one of the others was from the line: in whole cards, on the last card in spaces."""
    _ = voice.say
    if "racing" in view.options:
        best = max(points for player, points in enumerate(view.points) if player != winner)
        return margin_points(view.points[winner] - best, view.points[winner], voice)
    if view.reason == "last_skier":
        return _("last one on the snow")
    rivals = [s for s in order(view) if view.skiers[s].player != winner]
    racing = [s for s in rivals if view.skiers[s].state is SkierState.RACING]
    if not racing:
        return _("all alone")
    return margin(*to_line(view, racing[0]), voice)


def margin(cards: int, spaces: int, voice: RaceVoice) -> str:
    _ = voice.say
    if cards:
        return some(voice, cards, _("by one card"), _("by %(n)s cards"))
    return some(voice, spaces, _("by one space"), _("by %(n)s spaces"))


def margin_points(ahead: int, own: int, voice: RaceVoice) -> str:
    _ = voice.say
    if not ahead:
        return some(voice, own, _("with one point"), _("with %(n)s points"))
    return some(voice, ahead, _("by one point"), _("by %(n)s points"))


def own_loss(view: PublicView, seat: int, cast: Cast, rounds: Sequence[RaceRound]) -> OwnLine:
    voice = cast.voice
    _ = voice.say
    skiers = own_skiers(view, seat)
    if "racing" in view.options:
        missing = max(view.points) - view.points[seat]
        line = some(voice, missing, _("one point short"), _("%(n)s points short"))
        return OwnLine("second", ranked(points_place(view, seat), voice), line)
    if all(view.skiers[s].state is SkierState.BURIED for s in skiers):
        return buried_line(view, skiers, voice, rounds)
    best = next(s for s in order(view) if s in skiers)
    cards, spaces = to_line(view, best)
    if cards:
        line = some(voice, cards, _("one card short"), _("%(n)s cards short"))
    else:
        line = some(voice, spaces, _("one space short"), _("%(n)s spaces short"))
    return OwnLine("second", ranked(player_place(view, seat), voice), line)


def ranked(place: int, voice: RaceVoice) -> str:
    return voice.say(RANKS[place]) if place in RANKS else voice.place(place)


def buried_line(
    view: PublicView, skiers: Sequence[int], voice: RaceVoice, rounds: Sequence[RaceRound]
) -> OwnLine:
    """How far the avalanche was ahead of the last one of them then; where it lies, without the events."""
    _ = voice.say
    gone = burial(rounds, skiers) if rounds else None
    if gone is None:
        card = max(ground(view).card_at[view.skiers[s].at] for s in skiers)
        where = _("on card %(card)s", card=card) if card else _("at the start")
        return OwnLine("buried", _("Buried,"), where)
    if stranded(*gone):
        return OwnLine("buried", _("Buried,"), _("with no card left"))
    banks = short(gone[0].after, gone[1])
    line = some(voice, banks, _("one snowbank short"), _("%(n)s snowbanks short"))
    return OwnLine("buried", _("Buried,"), line)


def solo_line(view: PublicView, seat: int | None, cast: Cast, rounds: Sequence[RaceRound]) -> OwnLine:
    _ = cast.voice.say
    if view.winners:
        won = margin(*yeti_to_line(view), cast.voice)
        if seat is None:
            return OwnLine("watching", won_by_name(view.winners, cast), won)
        return OwnLine("solo-won", _("You beat the yeti"), won)
    outcome = "solo-lost" if seat is not None else "watching"
    if view.skiers[0].state is SkierState.BURIED:
        if seat is not None:
            return buried_line(view, (0,), cast.voice, rounds)
        return OwnLine(outcome, _("The yeti wins,"), _("undefeated"))
    if view.reason == "no_card":
        return OwnLine(outcome, _("The yeti wins."), _("No card was left."))
    return OwnLine(outcome, _("The yeti wins"), margin(*to_line(view, 0), cast.voice))


def points_place(view: PublicView, player: int) -> int:
    return 1 + sum(points > view.points[player] for points in view.points)


def player_place(view: PublicView, player: int) -> int:
    """By the best skier of each player; the buried come after all others."""
    if "racing" in view.options:
        return points_place(view, player)
    players = list(dict.fromkeys(view.skiers[s].player for s in order(view)))
    for winner in reversed(view.winners or ()):
        players.remove(winner)
        players.insert(0, winner)
    return players.index(player) + 1


# ---------------------------------------------------------------------- above the own line
def kicker(view: PublicView, seat: int | None, rounds: int, cast: Cast) -> str:
    voice, winners = cast.voice, view.winners or ()
    _ = voice.say
    if "racing" in view.options:
        kind = voice.count("%(n)s heat", "%(n)s heats", view.heat)
    elif cast.solo:
        kind = _("Solo")
    else:
        kind = voice.count("%(n)s skier", "%(n)s skiers", len(view.skiers))
    length = voice.count("%(n)s round", "%(n)s rounds", rounds)
    if seat is not None and winners and seat not in winners and "racing" not in view.options:
        length = _("%(name)s wins in round %(round)s", name=cast.names[winners[0]], round=rounds)
    return f"{kind} · {length}"


# ---------------------------------------------------------------------- shared
def share_text(view: PublicView, seat: int, line: OwnLine, cast: Cast) -> str:
    """One line without names: place and margin."""
    _ = cast.voice.say
    if line.outcome in ("win", "second"):
        place, players = cast.voice.place(player_place(view, seat)), len(view.points)
        return _("%(place)s of %(players)s, %(margin)s", place=place, players=players, margin=line.second)
    if line.outcome == "solo-won":
        return _("beat the yeti %(margin)s", margin=line.second)
    first = line.first[:1].lower() + line.first[1:] if line.outcome == "buried" else line.first
    return f"{first} {line.second}"
