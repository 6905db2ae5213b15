"""The end: who has the picture, and where everybody's points came from."""

from collections import defaultdict
from collections.abc import Sequence

from app.games.yeti import events as e
from app.games.yeti.views import DiceView
from app.tables.model import EventsOf, Table
from app.web.games.yeti.table import contexts as c
from app.web.games.yeti.table.stage import hat_of
from app.web.games.yeti.words import names
from app.web.games.yeti.words.sentences import result
from app.web.voice import TablePeople


def end(view: DiceView, table: Table, people: TablePeople, race: Sequence[EventsOf]) -> c.PictureEnd:
    """`race`: the whole game's events."""
    if view.winners is None:
        return c.PictureEnd("", "", "", (), "", table.code)
    voice = people.voice
    _ = voice.say
    totals: dict[str, list[int]] = defaultdict(lambda: [0] * view.players)
    last = None
    for part in race:
        for event in part.events:
            count(event, totals)
            if isinstance(event, e.LastRoundCalled):
                last = event.seat
    order = sorted(range(view.players), key=lambda seat: -view.points[seat])
    rows = tuple(
        c.ScoreRow(
            seat, hat_of(table, seat), people.names[seat], totals["prints"][seat], totals["photos"][seat],
            totals["peak"][seat], totals["sales"][seat], view.points[seat], seat in view.winners,
        )
        for seat in order
    )  # fmt: skip
    first = view.winners[0]
    line = (
        _("%(name)s caught up with the yeti in round %(round)s.", name=people.names[last], round=view.round)
        if last is not None
        else _("After round %(round)s the game is over.", round=view.round)
    )
    title = result(view.winners, view.reason, people).removesuffix(".")
    caption = f"{people.names[first]}, {names.points(voice, view.points[first])}"
    return c.PictureEnd(title, line, caption, rows, table.id, table.code)


def count(event: object, totals: dict[str, list[int]]) -> None:
    match event:
        case e.FootprintsScored():
            totals["prints"][event.seat] += event.points
        case e.PhotoTaken():
            totals["photos"][event.seat] += event.points
        case e.PeakReached() | e.WeatherScored():
            totals["peak"][event.seat] += event.points
        case e.TileBought() if event.extra:
            totals["peak"][event.buyer] += event.extra
        case e.SteppedBack():
            totals["peak"][event.seat] -= event.points
        case e.SellerPaid():
            totals["sales"][event.seat] += event.points
