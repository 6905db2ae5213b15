"""The picture of the end of a race: who stands where, as figures in static/finish.svg and static/sprite.svg.

Coordinates are those of the scene (1440 x 620) or of the shared picture (1200 x 630). Not here: words, and who won.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

hats = ("pom", "fin", "flap", "spike", "ears")


@dataclass(frozen=True, slots=True)
class Stander:
    """Somebody in the picture. `place`: "1st"; `rank`: 1 = the top step; `hat`: None = the yeti. `me`: the reader's."""

    rank: int
    place: str
    name: str
    sub: str
    hat: int | None
    me: bool = False


@dataclass(frozen=True, slots=True)
class Fallen:
    """Somebody under the snow."""

    name: str
    sub: str
    hat: int
    me: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing at (x, y), `scale`d and turned by `turn` degrees. `file`: finish or sprite; `box`: x, y, width,
    height of its symbol; `hat`: whose colours. `motion`: hop, fly, or "" = stands there from the beginning.
    """

    id: str
    x: float
    y: float
    scale: float
    box: tuple[int, int, int, int]
    hat: int | None = None
    file: str = "finish"
    turn: int = 0
    motion: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    r: float
    wide: bool = False


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the podium. `order`: when it rises, the third first. `hat`: in whose colours its band is."""

    x: int
    y: int
    width: int
    place: str
    name: str
    sub: str
    hat: int | None
    me: bool
    big: bool
    order: int


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    name: str
    sub: str
    me: bool


@dataclass(frozen=True, slots=True)
class Rope:
    x1: float
    y1: float
    x2: float
    y2: float
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Drawn in this order; `snow`: hat of who won, whose colour falls. `wide`: only where there is room for it."""

    sun: tuple[int, int, int, int]
    snow: int | None = None
    bunting: bool = False
    debris: bool = False
    steps: tuple[PodiumStep, ...] = ()
    ropes: tuple[Rope, ...] = ()
    helicopters: tuple[Figure, ...] = ()
    discs: tuple[Disc, ...] = ()
    figures: tuple[Figure, ...] = ()
    mounds: tuple[Figure, ...] = ()
    labels: tuple[Label, ...] = ()


# ---------------------------------------------------------------------- figures, by where their feet are
def cheer(hat: int, x: float, y: float, scale: float) -> Figure:
    return Figure(f"ch-{hats[hat]}", x, y - 80 * scale, scale, (-56, -74, 112, 162), hat, motion="hop")


def stand(hat: int, x: float, y: float, scale: float) -> Figure:
    return Figure(
        f"bd-{hats[hat]}", x, y - 80 * scale, scale, (-44, -46, 88, 132), hat, "sprite", motion="hop"
    )


def hang(hat: int, x: float, y: float, scale: float) -> Figure:
    return Figure(f"hg-{hats[hat]}", x, y, scale, (-56, -74, 112, 190), hat, turn=5, motion="fly")


def yeti(x: float, y: float, scale: float, *, sad: bool = False) -> tuple[Figure, ...]:
    """With his medal, or with one tear."""
    box = (-60, -62, 120, 120)
    if sad:
        return (Figure("yeti-sad", x, y, scale, box, motion="hop"),)
    medal = Figure("medal", x, y, scale, (-14, -4, 28, 34), motion="hop")
    return (Figure("yeti", x, y, scale, box, file="sprite", motion="hop"), medal)


def helicopter(x: float, y: float, scale: float, *, wide: bool = False) -> Figure:
    return Figure("heli", x, y, scale, (0, 0, 200, 120), motion="fly", wide=wide)


def mound(
    hat: int, x: float, y: float, scale: float, turn: int = -12, *, wide: bool = False
) -> tuple[Figure, ...]:
    """A hat in the snow."""
    head = Figure(
        f"sk-{hats[hat]}", x - 6 * scale, y - 36 * scale, scale, (-27, -40, 54, 60), hat, turn=turn, wide=wide
    )
    return (head, Figure("mound", x, y, scale, (-60, -46, 120, 46), wide=wide))


# ---------------------------------------------------------------------- scenes
slots = ((1338, 0.95, -12), (690, 0.8, 10), (1177, 0.8, 8), (843, 0.8, -8))
"""Beside the podium, wide screens only: x, scale and tilt. The last two are the places of steps nobody stands on."""


def podium(standers: Sequence[Stander], fallen: Sequence[Fallen], *, snow: bool = True) -> Scene:
    """Somebody has won: the winner in the middle with poles up, the next two beside, the others at the edge."""
    scene = Scene(sun=(1010, 300, 252, 172), bunting=snow, snow=standers[0].hat if snow else None)
    places = ((925, 170), (765, 156), (1099, 156))
    heights = {1: 404, 2: 452, 3: 474}
    steps, figures, discs = [], [], []
    for at, one in enumerate(standers[:3]):
        x, width = places[at]
        y = heights.get(one.rank, 484)
        middle = x + width / 2
        steps.append(
            PodiumStep(x, y, width, one.place, one.name, one.sub, one.hat, one.me, big=at == 0, order=2 - at)
        )
        if one.hat is None:
            continue
        if at == 0:
            figures.append(cheer(one.hat, middle, y + 6, 1.86))
            continue
        if one.me:
            discs.append(Disc(middle, y - 109, 46))
        figures.append(stand(one.hat, middle, y + 6, 1.5 if one.me else 1.36 if at == 1 else 1.3))
    free = [
        slot
        for slot, used in zip(slots, (False, False, len(standers) > 2, len(standers) > 1), strict=True)
        if not used
    ]
    scene = replace(scene, steps=tuple(reversed(steps)), figures=tuple(reversed(figures)), discs=tuple(discs))
    return beside(scene, standers[3:], fallen, free)


def beside(
    scene: Scene,
    standers: Sequence[Stander],
    fallen: Sequence[Fallen],
    free: Sequence[tuple[int, float, int]],
) -> Scene:
    figures, mounds, labels = list(scene.figures), list(scene.mounds), list(scene.labels)
    discs, helicopters, ropes = list(scene.discs), list(scene.helicopters), list(scene.ropes)
    places = list(free)
    for one in standers:
        if places and one.hat is not None:
            x, scale, _turn = places.pop(0)
            if one.me:
                discs.append(Disc(x, 440, 36, wide=True))
            figures.append(replace(stand(one.hat, x, 522, 1.06), wide=True, motion=""))
            labels.append(Label(x, 540, one.name, f"{one.place} · {one.sub}", one.me))
    flies = not standers
    for lost in fallen:
        if not places:
            break
        x, scale, turn = places.pop(0)
        if lost.me:
            discs.append(Disc(x - 6, 482, 33, wide=True))
        mounds += mound(lost.hat, x, 536, scale, turn, wide=True)
        labels.append(Label(x, 538, lost.name, lost.sub, lost.me))
        if flies and x == slots[0][0]:
            helicopters.append(helicopter(1290, 300, 0.64, wide=True))
            ropes.append(Rope(1290 + 96 * 0.64, 300 + 96 * 0.64, x, 512, wide=True))
    return replace(
        scene, figures=tuple(figures), mounds=tuple(mounds), labels=tuple(labels), discs=tuple(discs),
        helicopters=tuple(helicopters), ropes=tuple(ropes),
    )  # fmt: skip


def rescued(hat: int, standers: Sequence[Stander], fallen: Sequence[Fallen]) -> Scene:
    """The reader is buried: the helicopter has them, the podium is small and far away."""
    spots = ((822, 496, 70), (748, 520, 74), (892, 532, 74))
    steps: list[PodiumStep] = []
    figures: list[Figure] = []
    for at, one in enumerate(standers[:3]):
        x, y, width = spots[at]
        steps.append(PodiumStep(x, y, width, one.place, "", "", one.hat, me=False, big=False, order=2 - at))
        if one.hat is None:
            figures += yeti(x + width / 2, y - 44, 0.9)
        elif at == 0:
            figures.append(cheer(one.hat, x + width / 2, y + 2, 0.78))
        else:
            figures.append(stand(one.hat, x + width / 2, y + 2, 0.62 if at == 1 else 0.6))
    mounds = mound(fallen[0].hat, 1310, 600, 1, 12) if fallen else ()
    return Scene(
        sun=(1060, 300, 262, 178), debris=True, steps=tuple(reversed(steps)),
        ropes=(Rope(938 + 96 * 1.55, 66 + 96 * 1.55, 1086, 290),), helicopters=(helicopter(938, 66, 1.55),),
        discs=(Disc(1086, 318, 64),), figures=(*figures, hang(hat, 1086, 338, 1.56)), mounds=mounds,
    )  # fmt: skip


def nobody(fallen: Sequence[Fallen], first: str, yeti_name: str, word: str, ranks: Sequence[str]) -> Scene:
    """The yeti alone on the podium; two hats on the steps beside, the others in the snow. `word`: for nobody."""
    steps = (
        PodiumStep(1099, 492, 156, ranks[1], word, "", None, me=False, big=False, order=0),
        PodiumStep(765, 470, 156, ranks[0], word, "", None, me=False, big=False, order=1),
        PodiumStep(925, 424, 170, first, yeti_name, "", None, me=False, big=True, order=2),
    )
    scene = Scene(
        sun=(1010, 300, 262, 182), steps=steps, figures=yeti(1010, 312, 2.42),
        helicopters=(helicopter(712, 150, 0.7), helicopter(1186, 96, 0.78)),
    )  # fmt: skip
    mine = [one for one in fallen if one.me]
    others = [one for one in fallen if not one.me]
    mounds: list[Figure] = []
    for one, (x, y) in zip(others, ((843, 474), (1178, 496)), strict=False):
        mounds += mound(one.hat, x, y, 0.74)
    scene = replace(scene, mounds=tuple(mounds))
    return beside(scene, (), [*mine[:1], *others[2:], *mine[1:]][:2], slots[:2])


def solo_won(hat: int, me: Stander, last: Stander) -> Scene:
    return Scene(
        sun=(985, 300, 256, 174), bunting=True, snow=hat,
        steps=(
            PodiumStep(1098, 474, 186, last.place, last.name, last.sub, None, last.me, big=False, order=1),
            PodiumStep(890, 408, 190, me.place, me.name, me.sub, None, me.me, big=True, order=2),
        ),
        figures=(*yeti(1191, 397, 1.7, sad=True), cheer(hat, 985, 414, 1.9)),
    )  # fmt: skip


def solo_lost(hat: int, first: Stander, me: Stander) -> Scene:
    return Scene(
        sun=(1010, 300, 262, 182),
        steps=(
            PodiumStep(1118, 468, 180, me.place, me.name, me.sub, hat, me.me, big=False, order=1),
            PodiumStep(900, 416, 200, first.place, first.name, first.sub, None, first.me, big=True, order=2),
        ),
        discs=(Disc(1208, 363, 45),), figures=(*yeti(1000, 304, 2.42), stand(hat, 1208, 474, 1.46)),
    )  # fmt: skip
