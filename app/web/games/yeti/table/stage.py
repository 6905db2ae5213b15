"""The picture everybody shares: climbers on the mountain, markers on the trail, cabins, weather, the tray."""

from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import FACE_OF, PEAK, parts_by_hash
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView
from app.tables.model import Acts, SeatRow, Table
from app.web.games.yeti.table import contexts as c
from app.web.games.yeti.table import places
from app.web.games.yeti.words import names
from app.web.games.yeti.words.in_words import weather_of
from app.web.voice import TablePeople

SLOTS = ("snow", "coin", "sherpa", "footprint", "tent")
"""The tray, in the order of the evaluation."""


def hat_of(table: Table, seat: int) -> int:
    return table.seats[seat].hats[0]


def camps(view: DiceView, table: Table) -> c.CampsRegion:
    tents = tuple(
        c.CampPiece(hat_of(table, seat), places.TENTS_WIDE[seat], places.TENTS_TALL[seat])
        for seat in range(view.players)
    )
    return c.CampsRegion(parts_by_hash(view.parts_hash).multiple, tents)


def climbers(view: DiceView, table: Table, people: TablePeople) -> c.ClimbersRegion:
    pieces = tuple(
        c.ClimberPiece(
            seat, hat_of(table, seat), places.FEET_WIDE[level][seat], places.FEET_TALL[level][seat]
        )
        for seat, level in enumerate(view.levels)
    )
    label = ". ".join(
        f"{people.names[seat]}: {names.level(people.voice, level)}" for seat, level in enumerate(view.levels)
    )
    return c.ClimbersRegion(pieces, view.peaks, label)


def trails(view: DiceView) -> tuple[places.Trail, places.Trail]:
    """The wide and the tall one."""
    spaces = places.spaces_of(view)
    return places.wide_trail(spaces), places.tall_trail(spaces)


def spaces(view: DiceView) -> c.SpacesRegion:
    wide, tall = trails(view)
    stops = tuple(c.TrailStop(n, wide.at(n), tall.at(n)) for n in range(0, wide.spaces + 1, 10))
    return c.SpacesRegion(wide.path, tall.path, stops)


def trail(view: DiceView, table: Table, people: TablePeople) -> c.TrailRegion:
    wide, tall = trails(view)
    raised = places.lifts(view.points)
    markers = []
    for seat in sorted(range(view.players), key=lambda seat: (-raised[seat], view.points[seat])):
        points, up = view.points[seat], raised[seat]
        (x, y), (tx, ty) = wide.at(points), tall.at(points)
        above = any(p == points and raised[other] > up for other, p in enumerate(view.points))
        markers.append(
            c.MarkerPiece(
                seat, hat_of(table, seat), points, (x, y - 20 * up), (tx, round(ty - 8 * up, 1)), not above
            )
        )
    voice = people.voice
    told = [f"{people.names[seat]}: {names.points(voice, points)}" for seat, points in enumerate(view.points)]
    label = ". ".join([*told, voice.say("The yeti stands on %(yeti)s.", yeti=view.yeti)])
    return c.TrailRegion(tuple(markers), view.yeti, wide.at(view.yeti), tall.at(view.yeti), view.final, label)


def gear(view: DiceView, seat: int, people: TablePeople) -> tuple[c.GearPiece, ...]:
    voice = people.voice
    return tuple(
        c.GearPiece(tile.id, names.tile(voice, tile.id), voice.say(names.TILE_LINES[tile.id]))
        for tile in view.tiles
        if tile.owner == seat
    )


def crew(view: DiceView, table: Table, people: TablePeople, present: frozenset[int]) -> c.CrewRegion:
    cabins = []
    for seat in table.seats:
        away = (
            view.phase is not TurnPhase.OVER
            and seat.player is not None
            and seat.acts is Acts.HUMAN
            and seat.index not in present
        )
        icon, word = doing(view, seat, people, away=away)
        held = view.held[seat.index]
        cabins.append(
            c.ExpeditionCabin(
                seat.index, seat.hats[0], people.names[seat.index], view.points[seat.index],
                names.level(people.voice, view.levels[seat.index]), icon, word,
                now=seat.index == view.turn and view.phase is not TurnPhase.OVER,
                held=held,
                held_words=people.voice.count("%(n)s die under the snow", "%(n)s dice under the snow", held),
                gear=gear(view, seat.index, people),
                away=away,
                sits_in=seat.player is not None and seat.acts is Acts.BOT,
                proposed=seat.proposed_by is not None,
                left=seat.dropped,
            )
        )  # fmt: skip
    return c.CrewRegion(tuple(cabins))


def doing(view: DiceView, seat: SeatRow, people: TablePeople, *, away: bool) -> tuple[str, str]:
    """Icon and word of what somebody does."""
    _ = people.voice.say
    if view.phase is TurnPhase.OVER:
        won = seat.index in (view.winners or ())
        return ("crown", _("Winner")) if won else ("flag", _("At home"))
    if away:
        return "clock", _("Away")
    if seat.index == view.turn:
        if view.phase is TurnPhase.SPEND:
            return "camera", _("Buying")
        if view.phase is TurnPhase.TURN:
            return "ice", _("Snowed in") if view.held[seat.index] else _("Turning Snow")
        return "dice", _("Rolling")
    if seat.index == (view.turn + 1) % view.players and not ends_with(view, view.turn):
        dice = dice_of(view, seat.index)
        if dice != parts_by_hash(view.parts_hash).dice:
            return "next", people.voice.count("%(n)s die next", "%(n)s dice next", dice)
        return "next", _("Next")
    return "clock", _("Waiting")


def ends_with(view: DiceView, seat: int) -> bool:
    """Whether the game is over after this seat's turn."""
    return view.final and (seat + 1) % view.players == view.first


def dice_of(view: DiceView, seat: int) -> int:
    """How many dice a seat would throw if its turn came now."""
    held = sum(dice for other, dice in enumerate(view.held) if other != seat)
    return parts_by_hash(view.parts_hash).dice - held


def weather(view: DiceView, people: TablePeople) -> c.WeatherNotice:
    name = weather_of(view)
    if not name:
        return c.WeatherNotice("", "", good=True)
    voice = people.voice
    return c.WeatherNotice(
        names.weather(voice, name), names.weather_line(voice, name), good=view.weather[0][1] == "good"
    )


def slots(view: DiceView, people: TablePeople) -> c.SlotsRegion:
    """The tray with what each slot holds, and what that is worth now."""
    voice = people.voice
    at_work = {TurnPhase.TURN: "snow", TurnPhase.SPEND: "coin"}.get(view.phase, "")
    found = []
    for kind in SLOTS:
        dice = lying(view, kind)
        past = at_work == "coin" and kind == "snow"
        state = "on" if kind == at_work else "past" if past else ""
        found.append(
            c.TraySlot(kind, voice.say(names.SLOT_NAMES[kind]), dice, out_of(view, kind, people), state)
        )
    return c.SlotsRegion(tuple(found))


def lying(view: DiceView, kind: str) -> int:
    """Dice in a slot of the tray: the Snow of a throw goes there by itself."""
    return view.tray[FACE_OF[kind]] + (view.roll.count(kind) if kind == "snow" else 0)


def out_of(view: DiceView, kind: str, people: TablePeople) -> str:
    """What a slot of the tray is worth now, in two or three words."""
    voice, parts = people.voice, parts_by_hash(view.parts_hash)
    _ = voice.say
    dice, level = lying(view, kind), view.levels[view.turn]
    match kind:
        case "snow" if view.phase is TurnPhase.TURN:
            return _("turn one")
        case "snow":
            return _("%(dice)s of %(limit)s", dice=dice, limit=parts.snow_limit)
        case "coin" if dice and view.phase is TurnPhase.SPEND:
            return _("spend")
        case "coin":
            return _("photo: %(number)s", number=parts.photo(dice)) if dice else _("empty")
        case "sherpa":
            ups = min(parts.levels(dice), PEAK - level)
            return _("%(levels)s up", levels=ups) if dice else _("empty")
        case "footprint" if dice:
            return f"× {parts.multiple[level]} = {dice * parts.multiple[level]}"
        case "footprint":
            return _("%(points)s each", points=parts.multiple[level])
    wanted = level - known_state(view).tray[FACE_OF["tent"]]
    if level and wanted > 0:
        return _("%(tents)s to stay", tents=wanted)
    return voice.count("%(n)s stays", "%(n)s stay", dice) if dice else _("empty")
