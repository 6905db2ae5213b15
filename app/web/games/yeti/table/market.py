"""The wooden board: photos and gear to read for everybody, to buy for who spends now; and the receipt of each plan."""

import json

from app.games.kernel.contract import Json
from app.games.yeti import events as e
from app.games.yeti.evaluation import clear_view_points, coins_of
from app.games.yeti.forecast import SpendPreview, best_spend, previews
from app.games.yeti.state import DISPLAY, DiceState
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView
from app.tables.model import Table
from app.web.games.yeti.table import contexts as c
from app.web.games.yeti.table.stage import hat_of
from app.web.games.yeti.words import names
from app.web.games.yeti.words.choices import purchase
from app.web.games.yeti.words.posted import purchase_of
from app.web.voice import TablePeople, Voice

shown_offers = 3
"""Fewer pieces of gear are never shown to a buyer, while there are so many."""


def market(view: DiceView, table: Table, people: TablePeople, *, buying: bool) -> c.MarketRegion:
    s, voice = known_state(view), people.voice
    coins = coins_of(s, penny=True) if buying else len(s.parts.photos)
    plans = previews(s) if buying else []
    chosen = best_spend(s) if buying else None
    extra = clear_view_points if s.in_force() == "clear_view" else 0
    photos = tuple(
        c.PhotoOffer(n, points + extra, voice.count("%(n)s coin", "%(n)s coins", n), n <= coins)
        for n, points in enumerate(s.parts.photos, 1)
    )
    have = voice.count("You have %(n)s coin", "You have %(n)s coins", coins) if buying else ""
    return c.MarketRegion(
        buying=buying,
        decision=view.decision,
        have=have,
        photos=photos,
        gear=offers(s, table, people, coins, buying=buying),
        climbs=max((plan.action.climb for plan in plans), default=0),
        rope=any(plan.action.tent for plan in plans),
        chosen_buy=purchase_of(chosen.action) if chosen else "",
        chosen_climb=chosen.action.climb if chosen else 0,
        plans=json.dumps(
            {key(plan): told(plan, s, people) for plan in plans}, ensure_ascii=False, separators=(",", ":")
        ),
    )


def key(plan: SpendPreview) -> str:
    return f"{purchase_of(plan.action)}|{plan.action.climb}|{int(plan.action.tent)}"


def offers(
    s: DiceState, table: Table, people: TablePeople, coins: int, *, buying: bool
) -> tuple[c.GearOffer, ...]:
    """All gear but the buyer's own."""
    voice, found = people.voice, []
    for place, tile in enumerate(s.parts.tiles):
        owner = s.owner[place]
        if buying and owner == s.turn:
            continue
        line = voice.say(names.TILE_LINES[tile.id])
        name = "" if owner == DISPLAY else people.names[owner]
        if buying and name:
            line = voice.say(
                "%(name)s gets %(points)s",
                name=name,
                points=names.points(voice, seller_points(s, tile.value)),
            )
        if buying and tile.cost > coins:
            line = voice.say("Too dear")
        hat = None if owner == DISPLAY else hat_of(table, owner)
        found.append(
            c.GearOffer(tile.id, names.tile(voice, tile.id), line, tile.cost, hat, name, tile.cost <= coins)
        )
    return tuple(shortened(found) if buying else found)


def shortened(found: list[c.GearOffer]) -> list[c.GearOffer]:
    """What can be bought, and so many of the others that the board is not empty."""
    allowed = [offer for offer in found if offer.allowed]
    dear = [offer for offer in found if not offer.allowed]
    return allowed + dear[: max(0, shown_offers - len(allowed))]


def seller_points(s: DiceState, value: int) -> int:
    return max(0, value - (3 if s.in_force() == "poor_trade" else 0))


def told(plan: SpendPreview, s: DiceState, people: TablePeople) -> Json:
    """A plan for the receipt: lines (words, points), the sum and the total it leads to, the purchase, a note."""
    voice = people.voice
    _ = voice.say
    lines = [line for event in plan.events if (line := line_of(event, s, people))]
    note = _("Camp: %(level)s.", level=names.level(voice, plan.level))
    if plan.calls:
        note += " " + _("This calls the last round.")
    return {"l": lines, "p": plan.points, "to": plan.total, "b": purchase(voice, plan.action), "n": note}


def line_of(event: object, s: DiceState, people: TablePeople) -> list[str | int] | None:
    voice = people.voice
    _ = voice.say
    match event:
        case e.PhotoTaken():
            coins = voice.count("%(n)s coin", "%(n)s coins", event.coins)
            return [_("Photo, %(coins)s", coins=coins), event.points]
        case e.TileBought():
            return [names.tile(voice, event.tile), event.extra]
        case e.SellerPaid():
            return [_("%(name)s gets %(points)s", name=people.names[event.seat], points=event.points), ""]
        case e.PeakReached():
            return [_("Peak tile"), event.points]
        case e.FootprintsScored():
            prints = names.dice(voice, "footprint", event.footprints)
            return [
                _("%(prints)s, %(level)s", prints=prints, level=names.level(voice, event.level)),
                event.points,
            ]
        case e.WeatherScored():
            return [names.weather(voice, s.in_force()), event.points]
        case e.LevelClimbed():
            return [climbed(voice, event.end - event.start), ""]
    return None


def climbed(voice: Voice, levels: int) -> str:
    return voice.count("%(n)s level up", "%(n)s levels up", levels)
