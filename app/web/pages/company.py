"""Who is at a table in play, and what one may do about it: a page by itself, and a sheet over the table.

One reader's own: it holds their form token, and only what they may press. Opened on wish, so the table's page stays
light.
"""

from dataclasses import dataclass

from app.games.kernel.extensions import Dropping
from app.tables.clocks.deadlines import pause_ms
from app.tables.clocks.permissions import bot_for, resume
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.settings import Leavers
from app.web.frame import PageReader, region, whole
from app.web.front.game import GameFront
from app.web.http.request_user import RequestUser
from app.web.seat_names import shown_name
from app.web.templating import Phrasebook, gettext_of


@dataclass(frozen=True, slots=True)
class CompanyMember:
    """Somebody at the table. `of`: the name as stored; `word`: how they are there; `person`: no bot of the table's own.

    What the reader may do about them: `mute` in this browser, let a `bot` play, `propose` one, `decline` a proposal,
    `make_host`, `silence`; give the seat to `claim`, who asks for it, which `claim_fits` while its owner is away.
    """

    seat: int
    name: str
    of: str
    hat: int
    word: str
    mine: bool
    host: bool
    person: bool
    mute: bool
    silenced: bool
    bot: bool
    propose: bool
    decline: bool
    claim: str
    claim_fits: bool
    make_host: bool
    silence: bool


@dataclass(frozen=True, slots=True)
class Company:
    """`paused`: who may see it says it; `pause`, `resume`: the reader may. `wait`: minutes until anyone may resume.
    `leave`, `drops`: the reader may go, and cannot come back then; `out`: the game takes the seat out, no bot plays it.
    `lost`: the reader has no seat, and may say that one is theirs.
    """

    code: str
    title: str
    people: tuple[CompanyMember, ...]
    host: bool
    seated: bool
    watching: int
    spectators: bool
    paused: bool
    pause: bool
    resume: bool
    wait: int
    sits_in: bool
    leave: bool
    drops: bool
    out: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class CompanyMoment:
    """How things stand besides the table: seats `present`, what time has allowed (`may`), how many look on, `now` in
    epoch ms.
    """

    present: frozenset[int]
    may: tuple[str, ...]
    watching: int
    now: int


def company(table: Table, front: GameFront, visitor: RequestUser, moment: CompanyMoment) -> Company:
    _ = gettext_of(visitor.language)
    own = table.seat_of(visitor.player_id)
    host = visitor.player_id == table.host
    playing, paused = table.status is Status.PLAYING, table.paused_at is not None
    present = moment.present if own is None else moment.present | {own.index}
    return Company(
        code=table.code,
        title=_("At the table"),
        people=tuple(
            one(table, front, seat, visitor, moment, here=seat.index in present) for seat in table.seats
        ),
        host=host,
        seated=own is not None,
        watching=moment.watching,
        spectators=table.settings.spectators,
        paused=playing and paused,
        pause=playing and host and not paused and table.settings.clock > 0,
        resume=playing and paused and (host or (own is not None and resume in moment.may)),
        wait=max(1, -(-((table.paused_at or 0) + pause_ms - moment.now) // 60_000)),
        sits_in=own is not None and own.acts is Acts.BOT,
        leave=playing and own is not None and not own.dropped,
        drops=table.settings.leavers is Leavers.DROP,
        out=isinstance(front.game, Dropping),
        lost=playing and own is None,
    )


def one(
    table: Table, front: GameFront, seat: SeatRow, visitor: RequestUser, moment: CompanyMoment, *, here: bool
) -> CompanyMember:
    host = visitor.player_id == table.host
    own = table.seat_of(visitor.player_id)
    mine, person = own is not None and seat.index == own.index, seat.player is not None
    other = person and not mine
    ripe = bot_for(seat.index) in moment.may and other
    return CompanyMember(
        seat=seat.index,
        name=shown_name(seat.name, visitor.language, front.words.phrases),
        of=seat.name,
        hat=seat.hats[0] if seat.hats else 0,
        word=word_of(seat, visitor.language, front.words.phrases, here=here),
        mine=mine,
        host=seat.player == table.host,
        person=person,
        mute=other,
        silenced=seat.silenced,
        bot=ripe and host,
        propose=ripe and not host and own is not None and seat.proposed_by is None,
        decline=ripe and host and seat.proposed_by is not None,
        claim=seat.claim.name if seat.claim and host else "",
        claim_fits=not here,
        make_host=host and other and not seat.dropped and table.status is Status.PLAYING,
        silence=host and other,
    )


def word_of(seat: SeatRow, language: str, phrases: Phrasebook, *, here: bool) -> str:
    _ = gettext_of(language, phrases)
    if seat.player is None:
        return _("Bot")
    if seat.dropped:
        return _("Left the game")
    if seat.acts is Acts.BOT:
        return _("Here, a bot sits in") if here else _("Away, a bot sits in")
    if not here:
        return _("Away")
    return _("Here, chat is off") if seat.silenced else _("Here")


def sheet(context: Company, front: GameFront, reader: PageReader) -> str:
    """What the table's page opens over itself."""
    return region("_company.html", CompanySheet(context, reader.csrf), reader.language, front.words.phrases)


@dataclass(frozen=True, slots=True)
class CompanySheet:
    """The company and the reader's form token."""

    company: Company
    csrf: str


def page(context: Company, front: GameFront, reader: PageReader) -> str:
    here, about = f"/t/{context.code}/people", CompanySheet(context, reader.csrf)
    return whole("company.html", context.title, here, about, reader, phrases=front.words.phrases)
