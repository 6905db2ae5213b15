"""The stories a page has shown, put together from what `witness.js` noted: their beats, when each began and ended.

Nothing is judged here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

script = (Path(__file__).parent / "witness.js").read_text()
"""For `add_init_script`."""

Note = dict[str, Any]
"""`t`: ms since 1970 in the browser; `kind`: shot, moving, cap, say, log, news, post, touch, refusal,
gap (the machine drew nothing for `ms`) or page."""

frame_ms = 50
"""What two frames and a snapshot take; nothing shorter is told apart."""
belongs_ms = 1500
"""News that came so long before a story began may have begun it."""


@dataclass(slots=True)
class Beat:
    """A beat as the server sent it. `place`: its number in the race; `round`: the round of the race it belongs
    to, heats counted on, from the first the page heard of; `came`: when its
    news came; `told`: when the caption told it first.
    """

    place: int
    kind: str
    sentence: str
    version: int
    round: int
    skier: int | None
    came: float
    told: float | None = None


@dataclass(slots=True)
class Story:
    """One story, or a stretch of motion with several. `since`: when its news came; `on`, `off`: when it moved; `until`:
    when nothing of it is left to be spoilt; `before`, `after`: what the page showed then.
    """

    since: float
    on: float
    off: float
    until: float = 0
    before: Note = field(default_factory=dict)
    after: Note = field(default_factory=dict)
    caps: list[Note] = field(default_factory=list)
    touch: Note | None = None


def beats_in(notes: Iterable[Note]) -> list[Beat]:
    """All beats the page was ever sent, each once, in the order in which they happened."""
    versions: dict[int, tuple[float, list[Note]]] = {}
    for note in notes:
        if note["kind"] != "news":
            continue
        parts: dict[int, list[Note]] = {}
        for beat in note["beats"]:
            parts.setdefault(beat.get("version") or note["version"], []).append(beat)
        for version, beats in parts.items():
            versions.setdefault(version, (note["t"], beats))
    found: list[Beat] = []
    number = 0
    for version in sorted(versions):
        came, beats = versions[version]
        for one in beats:
            number += one["kind"] == "round"
            found.append(
                Beat(len(found), one["kind"], one["sentence"], version, number, one.get("skier"), came)
            )
    return found


def beats_told(beats: Sequence[Beat], note: Note, last: int) -> list[Beat]:
    """The beats a text tells, one or several in one line: the first ones after the last told, else the newest of
    the same words. Rounds may say the same: what the page shows already is not told any more.
    """
    known = [b for b in beats if b.sentence and b.came <= note["t"]]
    alike = [b for b in known if b.sentence == note["text"]] or [
        b for b in known if b.sentence in note["text"]
    ]
    alike = [b for b in alike if b.version >= note["version"]] or alike
    later: dict[str, Beat] = {}
    for beat in alike:
        if beat.place > last:
            later.setdefault(beat.sentence, beat)
    return list(later.values()) or alike[-1:]


def stretches_in(notes: Sequence[Note]) -> Iterator[Story]:
    """Each from `data-moving` on to off. One that was cut off by leaving the page is none."""
    on: float | None = None
    for note in notes:
        if note["kind"] == "page":
            on = None
        elif note["kind"] == "moving" and note["on"]:
            on = note["t"] if on is None else on
        elif note["kind"] == "moving" and on is not None:
            yield stretch(notes, on, note["t"])
            on = None


def stretch(notes: Sequence[Note], on: float, off: float) -> Story:
    inside = [n for n in notes if on - belongs_ms <= n["t"] <= off + 4 * frame_ms]
    bringing = [
        (n["t"], n["version"])
        for n in inside
        if n["t"] <= on and n["kind"] == "news" and any(beat["ms"] for beat in n["beats"])
    ]
    came, version = max(bringing, default=(on, 0))
    answers = [n["t"] for n in inside if n["kind"] == "post" and n["t"] < came and n["version"] == version]
    found = Story(min([came, *answers]), on, off)
    found.caps = [n for n in inside if n["kind"] == "cap" and on - frame_ms <= n["t"] <= off]
    touches = [n for n in inside if n["kind"] == "touch" and on < n["t"] <= off]
    found.touch = touches[0] if touches else None
    end = found.caps[-1]["t"] if found.caps else off
    found.until = min(end, found.touch["t"] if found.touch else off) - frame_ms
    shots = [n for n in notes if n["kind"] == "shot"]
    found.before = next((n["shot"] for n in reversed(shots) if n["t"] < found.since), {})
    ended = [n for n in shots if off - frame_ms < n["t"] <= off + 4 * frame_ms and not n["shot"]["moving"]]
    found.after = ended[-1]["shot"] if ended else {}
    return found


def parts_of(whole: Story, notes: Sequence[Note], came: Mapping[int, float]) -> Iterator[Story]:
    """The stories of one stretch: what one message brought is one, and the truth after it is where the next begins.
    `came`: when the beat of each caption (by the caption's `id()`) came.
    """
    groups: list[list[Note]] = []
    for cap in whole.caps:
        before = groups[-1][-1] if groups else cap
        since, stays = came.get(id(cap)), cap["version"] == before["version"]
        if groups and (since == came.get(id(before)) if since is not None else stays):
            groups[-1].append(cap)
        else:
            groups.append([cap])
    if len(groups) < 2:
        yield whole
        return
    shots = [n for n in notes if n["kind"] == "shot" and whole.on <= n["t"] <= whole.off]
    begins = [group[0]["t"] for group in groups]
    laid_out = [next((n for n in shots if n["t"] >= begin), None) for begin in begins]
    for index, group in enumerate(groups):
        first, last = index == 0, index == len(groups) - 1
        base, following = laid_out[index], None if last else laid_out[index + 1]
        end = whole.until if last else min(group[-1]["t"], whole.until + frame_ms) - frame_ms
        yield Story(
            since=whole.since if first else begins[index] + frame_ms,
            on=whole.on if first else begins[index],
            off=whole.off if last else begins[index + 1],
            until=end,
            before=whole.before if first else base["shot"] if base else {},
            after=whole.after if last else following["shot"] if following else {},
            caps=group,
            touch=whole.touch,
        )


def by_table(notes: Sequence[Note]) -> list[list[Note]]:
    """The notes of one browser tab, parted by the tables it was at; only pages on which a race is shown count."""
    found: dict[str, list[Note]] = {}
    path = ""
    for note in notes:
        if note["kind"] == "page":
            path = note["path"]
        if path:
            found.setdefault(path, []).append(note)
    return [part for part in found.values() if any(note["kind"] == "shot" for note in part)]
