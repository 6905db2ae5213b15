"""The evaluation: blizzard, purchase, climb, footprints, tents, the weather of the turn's end (YT-07 to YT-35).

What a purchase may be and what a turn is worth is computed by the same functions that carry it out, so that a
preview is exact.
"""

from app.games.yeti.actions import SpendTurn, TurnSnow
from app.games.yeti.events import (
    BlizzardCame,
    CampPitched,
    DiceHeld,
    FootprintsScored,
    LevelClimbed,
    PeakReached,
    PhotoTaken,
    SellerPaid,
    SnowTurned,
    TileBought,
    TileUsed,
    WeatherScored,
)
from app.games.yeti.parts import COIN, FACES, FOOTPRINT, KINDS, PEAK, SHERPA, SNOW, TENT
from app.games.yeti.state import DISPLAY, DiceLog, DiceState
from app.games.yeti.track import advance, called, fall_back, flee, retreat

clear_view_points = 3
poor_trade_points = 3
market_day_points = 2
lonely_night_points = 2


def blizzard(s: DiceState, log: DiceLog) -> None:
    """The yeti flees, the Snow beyond the limit stays on the roller's overview (YT-08)."""
    start = s.yeti
    s.yeti, stopped = flee(s, s.parts.blizzard[s.players])
    beyond = s.tray[SNOW] - s.parts.snow_limit
    s.tray[SNOW] -= beyond
    s.held[s.turn] += beyond
    if log is not None:
        log.append(BlizzardCame(start, s.yeti, stopped))
        log.append(DiceHeld(s.turn, beyond))


TURNS = (*[TurnSnow(kind) for kind in KINDS], TurnSnow(None))
"""Each kind one Snow may be turned to, and leaving it (YT-07)."""


def turn_snow(s: DiceState, action: TurnSnow, log: DiceLog) -> None:
    if action.to is not None:
        s.tray[SNOW] -= 1
        s.tray[FACES.index(action.to)] += 1
    if log is not None:
        log.append(SnowTurned(action.to))


def coins_of(s: DiceState, *, penny: bool) -> int:
    """Coins to spend, with the penny or without it (YT-15, YT-32)."""
    bonus = 1 if penny and s.effect_of(s.turn, "coin") is not None else 0
    return max(0, s.tray[COIN] + bonus - (s.in_force() == "frozen_purse"))


def sherpas_of(s: DiceState, bought: str | None, *, rope: bool) -> int:
    """Sherpas that count, with the tile bought just now (YT-16) and the rope as one more (YT-18)."""
    yak = _has(s, "sherpa", bought)
    return max(0, s.tray[SHERPA] + yak + rope - (s.in_force() == "guides_rest"))


def tents_of(s: DiceState, bought: str | None) -> int:
    return s.tray[TENT] + _has(s, "tent", bought)


def _has(s: DiceState, effect: str, bought: str | None) -> bool:
    if bought is not None and s.parts.tile[bought].effect == effect:
        return True
    return s.effect_of(s.turn, effect) is not None


def climbs(s: DiceState, bought: str | None, *, rope: bool) -> int:
    """The most levels that can be climbed."""
    return min(s.parts.levels(sherpas_of(s, bought, rope=rope)), PEAK - s.levels[s.turn])


def purchases(s: DiceState) -> list[tuple[int | None, str | None]]:
    """(coins for a photo, tile) of every purchase, nothing first, photos by coins, tiles in the data's order."""
    coins = coins_of(s, penny=True)
    found: list[tuple[int | None, str | None]] = [(None, None)]
    found += [(paid, None) for paid in range(1, min(coins, len(s.parts.photos)) + 1)]
    found += [
        (None, tile.id)
        for place, tile in enumerate(s.parts.tiles)
        if s.owner[place] != s.turn and tile.cost <= coins
    ]
    return found


def spends(s: DiceState) -> list[SpendTurn]:
    """Every way to spend the turn, in a stable order."""
    found = []
    for photo, tile in purchases(s):
        rope = _has(s, "sherpa_or_tent", tile)
        without = climbs(s, tile, rope=False)
        most = climbs(s, tile, rope=True) if rope else without
        tents = tents_of(s, tile)
        for climb in range(most + 1):
            found.append(SpendTurn(photo, tile, climb, tent=False))
            if rope and climb <= without and tents < s.levels[s.turn] + climb:
                found.append(SpendTurn(photo, tile, climb, tent=True))
    return found


def spend(s: DiceState, action: SpendTurn, log: DiceLog) -> None:
    """Carries out coins, Sherpas, footprints, tents and the weather of the turn's end, in this order."""
    if action.photo is not None or action.tile is not None:
        _buy(s, action, log)
    if action.climb:
        _climb(s, action.climb, log)
    _footprints(s, log)
    _camp(s, log, rope=action.tent)
    _weather(s, log)


def _buy(s: DiceState, action: SpendTurn, log: DiceLog) -> None:
    seat, parts, weather = s.turn, s.parts, s.in_force()
    if action.photo is not None:
        cost = action.photo
        extra = clear_view_points if weather == "clear_view" else 0
        points = parts.photos[cost - 1] + extra
        penny = _uses_penny(s, cost)
        total = advance(s, seat, points)
        if log is not None:
            log.append(PhotoTaken(seat, cost, points, extra, total))
        called(s, seat, log)
    else:
        penny = _buy_tile(s, action.tile or "", log)
    if penny:
        place = s.effect_of(seat, "coin")
        if place is not None:
            _back(s, place, log)


def _uses_penny(s: DiceState, cost: int) -> bool:
    return cost > coins_of(s, penny=False)


def _buy_tile(s: DiceState, tile_id: str, log: DiceLog) -> bool:
    """Whether the penny was needed."""
    seat, weather = s.turn, s.in_force()
    tile = s.parts.tile[tile_id]
    place = s.parts.tiles.index(tile)
    penny = _uses_penny(s, tile.cost)
    lost = coins_of(s, penny=penny) - tile.cost
    seller = None if s.owner[place] == DISPLAY else s.owner[place]
    s.owner[place] = seat
    if seller is not None:
        paid = max(0, tile.value - (poor_trade_points if weather == "poor_trade" else 0))
        total = advance(s, seller, paid)
        if log is not None:
            log.append(SellerPaid(seller, paid, total))
        if paid:
            called(s, seller, log)
    extra = market_day_points if weather == "market_day" else 0
    total = advance(s, seat, extra)
    if log is not None:
        log.append(TileBought(tile_id, seat, seller, tile.cost, lost, extra, total))
    if extra:
        called(s, seat, log)
    return penny


def _back(s: DiceState, place: int, log: DiceLog) -> None:
    """A used tile lies on the display again (YT-17)."""
    s.owner[place] = DISPLAY
    if log is not None:
        log.append(TileUsed(s.parts.tiles[place].id))


def _climb(s: DiceState, levels: int, log: DiceLog) -> None:
    seat = s.turn
    rope = levels > climbs(s, None, rope=False)
    start = s.levels[seat]
    s.levels[seat] = start + levels
    if log is not None:
        log.append(LevelClimbed(seat, start, start + levels))
    if rope:
        place = s.effect_of(seat, "sherpa_or_tent")
        if place is not None:
            _back(s, place, log)
    if s.levels[seat] == PEAK and s.crowned[seat] is None and s.peaks:
        value, s.peaks = s.peaks[0], s.peaks[1:]
        s.crowned[seat] = value
        total = advance(s, seat, value)
        if log is not None:
            log.append(PeakReached(seat, value, total))
        called(s, seat, log)


def _footprints(s: DiceState, log: DiceLog) -> None:
    seat = s.turn
    drift = s.in_force() == "drifting_tracks"
    footprints = max(0, s.tray[FOOTPRINT] + _has(s, "footprint", None) - drift)
    if not footprints:
        return
    level = s.levels[seat]
    points = footprints * s.parts.multiple[level]
    total = advance(s, seat, points)
    if log is not None:
        log.append(FootprintsScored(seat, footprints, level, points, total))
    called(s, seat, log)


def _camp(s: DiceState, log: DiceLog, *, rope: bool) -> None:
    seat = s.turn
    tents = tents_of(s, None) + rope
    start = s.levels[seat]
    s.levels[seat] = min(start, tents)
    if log is not None and start:
        log.append(CampPitched(seat, start, s.levels[seat], tents))
    if rope:
        place = s.effect_of(seat, "sherpa_or_tent")
        if place is not None:
            _back(s, place, log)


def _weather(s: DiceState, log: DiceLog) -> None:
    seat, weather = s.turn, s.in_force()
    if weather == "powder_joy" and s.snow:
        total = advance(s, seat, s.snow)
        if log is not None:
            log.append(WeatherScored(seat, weather, s.snow, total))
        called(s, seat, log)
    if weather == "lonely_night":
        company = any(level == s.levels[seat] for other, level in enumerate(s.levels) if other != seat)
        lost, over = (0, False) if company else fall_back(s, seat, lonely_night_points)
        if lost:
            if log is not None:
                log.append(WeatherScored(seat, weather, -lost, s.points[seat]))
            if over:
                retreat(s, seat, log)
