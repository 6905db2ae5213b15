"""Whether a page showed one moment at a time, judged from outside: by what `witness.js` noted in the browser.

A story runs from the news that brought its beats until `data-moving` leaves the page. Until its last beat, or the
first touch, nothing may tell what comes after; no beat is told twice; a touch ends it within 0.4 s; the hand is there
all the while; and the page is never more than one beat behind the round before the last.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tools.stories import Beat, Note, Story, beats_in, beats_told, frame_ms, parts_of, stretches_in

touch_ms = 400
settles_ms = 350
"""How long a story may take to lay out its stage: then the hand must be there."""

turn_words = re.compile(r"Your move|Your turn|Du bist (dran|am Zug)", re.IGNORECASE)
end_words = re.compile(r"The race is over|Das Rennen ist vorbei|wins? the mountain", re.IGNORECASE)
forecast_words = re.compile(r"\byou (ski|rocket|crash|land)\b|Safe by|reaches you next", re.IGNORECASE)
sum_words = re.compile(r"\b(\d+) in total")
round_number = re.compile(r"(?:Round|Runde) (\d+)")


@dataclass(frozen=True, slots=True)
class Finding:
    """`kind`: what was broken, the same words for the same fault; `t`: ms since 1970 in the browser."""

    kind: str
    t: float
    text: str


class Hearing:
    """What one page noted of one table, in the order of time."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self.notes = sorted(notes, key=lambda note: note["t"])
        self.beats = beats_in(self.notes)
        self.repeated = list(self.told_twice())
        came = {place: beat.came for place, beat in self.captions.items()}
        self.stretches = list(stretches_in(self.notes))
        self.stories = [part for whole in self.stretches for part in parts_of(whole, self.notes, came)]

    def of(self, *kinds: str, since: float = 0, until: float = float("inf")) -> list[Note]:
        return [n for n in self.notes if n["kind"] in kinds and since <= n["t"] < until]

    def findings(self) -> list[Finding]:
        """All that is wrong, the earliest first."""
        found = [*self.refused(), *self.repeated, *self.behind()]
        for story in self.stories:
            found += [*self.early(story), *self.told_early(story), *self.unusable(story)]
            found += self.summed_early(story)
        for stretch in self.stretches:
            found += [*self.untrue(stretch), *self.told_on(stretch), *self.slow(stretch)]
        return sorted(found, key=lambda finding: finding.t)

    def refused(self) -> Iterator[Finding]:
        for note in self.of("refusal"):
            yield Finding("refusal", note["t"], note["text"])
        for note in self.of("post"):
            if note["status"] >= 400 and note["path"].endswith("/actions"):
                which = f"{note['path'].rsplit('/', 1)[-1]} {note['status']}"
                yield Finding("refused post", note["t"], which)

    def told_twice(self) -> Iterator[Finding]:
        """The captions and the spoken lines follow the beats in the order in which they happened, each beat once.
        Only who asks to watch missed rounds starts anew, and a page that is loaded anew may say how things stand."""
        self.captions: dict[int, Beat] = {}
        for channel in ("cap", "say"):
            last, lately, loaded = -1, "", False
            for note in self.of(channel, "touch", "page"):
                if note["kind"] == "touch" and note["what"] == "watch":
                    last, lately = -1, ""
                if note["kind"] != channel:
                    loaded = loaded or note["kind"] == "page"
                    continue
                told = beats_told(self.beats, note, last)
                if not told:
                    key = f"{note['version']} {note['text']}"
                    if key == lately and channel == "cap":
                        yield Finding("told twice", note["t"], f"{channel}: {note['text']}")
                    lately = key
                    continue
                anew, loaded = loaded and not note["moving"], False
                if told[0].place <= last and not anew:
                    line = f"{channel}: {note['text']} (round {told[0].round})"
                    yield Finding("told twice", note["t"], line)
                last = max(beat.place for beat in told)
                if channel == "cap":
                    self.captions[id(note)] = told[0]
                if channel == "cap" or note["moving"]:  # what the caption shortens, the voice says whole
                    for beat in told:
                        beat.told = beat.told or note["t"]

    def behind(self) -> Iterator[Finding]:
        """Never more than one beat behind the round before the last."""
        newest, last, old = 0, -1, 0
        for note in self.of("news", "cap", "touch"):
            if note["kind"] == "touch":
                last = -1 if note["what"] == "watch" else last
            elif note["kind"] == "news":
                known = [b.round for b in self.beats if b.kind == "reveal" and b.version <= note["version"]]
                newest = max(known, default=newest)
                old = 0
            elif told := beats_told(self.beats, note, last):
                beat = told[-1]
                last = max(one.place for one in told)
                old += beat.round < newest - 1
                if old > 1 and beat.round < newest - 1:
                    told_late = f"round {beat.round} told in round {newest}: {beat.sentence}"
                    yield Finding("behind", note["t"], told_late)

    def shots(self, story: Story) -> list[Note]:
        return self.of("shot", since=story.since, until=story.until)

    def early(self, story: Story) -> Iterator[Finding]:
        """What a page shows of the time after the story, before that."""
        before, after = story.before, story.after
        if not before or not after:
            return
        told: set[str] = set()

        def once(kind: str, note: Note, text: str) -> Iterator[Finding]:
            if kind not in told:
                told.add(kind)
                ahead = round(story.until - note["t"])
                yield Finding(f"early: {kind}", note["t"], f"{text} ({ahead} ms before the last beat)")

        for note in self.shots(story):
            shot = note["shot"]
            if turn_words.search(shot["title"]) and not turn_words.search(before["title"]):
                yield from once("title", note, shot["title"])
            if shot["icon"] and not before["icon"]:
                yield from once("icon", note, "the tab's icon says it is my move")
            for kind, words in (("your move", turn_words), ("the end", end_words)):
                if words.search(shot["act"]) and not words.search(before["act"]):
                    yield from once(kind, note, shot["act"][:90])
            if shot["result"] and not before["result"]:
                yield from once("result", note, shot["result"])
            now, was = round_number.search(shot["where"]), round_number.search(before["where"])
            if now and was and now[1] != was[1]:
                yield from once("round number", note, f"{was[0]} -> {now[0]}")
            if shot["sign"] and before["sign"] and shot["sign"] != before["sign"] == story_sign(story, shot):
                yield from once("limit", note, f"{before['sign']} -> {shot['sign']}")
            if plates_early(self.beats, story, note):
                yield from once("avalanche", note, f"{before['plate']} -> {shot['plate']}")
            if buried := self.buried_early(story, note):
                yield from once("cabin", note, buried)
            if shot["moving"] and forecast_words.search(shot["act"]) and shot["act"] != before["act"]:
                yield from once("forecast", note, shot["act"][:90])
            if shot["badges"] > before["badges"] and shot["moving"]:
                yield from once("badge", note, "a forecast on a card")
            if shot["ghosts"] and not before["ghosts"]:
                yield from once("ghost", note, "a forecast of the next round on the mountain")
        for note in self.of("say", since=story.since, until=story.until):
            if turn_words.search(note["text"]):
                yield from once("said: your move", note, note["text"])

    def summed_early(self, story: Story) -> Iterator[Finding]:
        """The sum of the speeds grows card by card; a sum that shrinks was told before."""
        last = 0
        for note in self.of("shot", since=story.on, until=story.until):
            found = sum_words.search(note["shot"]["gauge"]) if note["shot"]["moving"] else None
            if found and int(found[1]) < last:
                yield Finding("early: sum", note["t"], f"{last} in total, then {found[1]}")
                return
            last = int(found[1]) if found else last

    def buried_early(self, story: Story, note: Note) -> str:
        """Whose cabin says "buried" before the beat; "" if none does."""
        for beat in self.beats:
            if beat.kind != "buried" or beat.came > story.off or (beat.told and beat.told < story.on):
                continue
            sign = f"seat-{beat.skier}|buried|"
            shown = any(cabin.startswith(sign) for cabin in note["shot"]["cabins"])
            was = any(cabin.startswith(sign) for cabin in story.before["cabins"])
            if shown and not was and note["t"] < (beat.told or story.until) - 2 * frame_ms:
                return beat.sentence
        return ""

    def told_early(self, story: Story) -> Iterator[Finding]:
        """A sentence that stands or is spoken anywhere before its beat is shown."""
        first = min((b.place for b in self.beats if b.told and story.on <= b.told <= story.off), default=None)
        if first is None:
            return
        ahead = [
            b
            for b in self.beats
            if b.place >= first
            and len(b.sentence) > 12
            and b.came <= story.off
            and not any(one.sentence == b.sentence for one in self.beats[max(0, b.place - 60) : b.place])
            and (b.told is None or b.told <= story.off)
        ]
        heard = [("say", n["t"], n["text"]) for n in self.of("say", since=story.since, until=story.until)]
        heard += [("panel", n["t"], n["shot"]["act"]) for n in self.shots(story)]
        already: list[str] = []
        for note in self.of("log", until=story.until):
            lines = note["lines"] or []
            if note["t"] < story.since:
                already = lines or already
                continue
            new = list(lines)
            for line in already:
                if line in new:
                    new.remove(line)
            heard.append(("log", note["t"], " / ".join(new)))
        told: set[tuple[str, int]] = set()
        for where, t, text in heard:
            for beat in ahead:
                due = beat.told or self.passed(beat) or story.until
                if beat.sentence in text and t < due - 4 * frame_ms and (where, beat.place) not in told:
                    told.add((where, beat.place))
                    yield Finding(
                        f"early: {where}", t, f"{beat.sentence} ({round(due - t)} ms before its beat)"
                    )

    def passed(self, beat: Beat) -> float | None:
        """When a beat left out in a hurry was over: a later one was told, or the page showed the truth after it."""
        later = [b.told for b in self.beats if b.place > beat.place and b.told]
        later += [n["t"] for n in self.of("shot", since=beat.came) if n["shot"]["version"] >= beat.version]
        return min(later, default=None)

    def busy_ms(self, since: float, until: float) -> float:
        """How long the machine drew nothing at all in this time."""
        gaps = ((note["t"] - note["ms"], note["t"]) for note in self.of("gap", since=since))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in gaps)

    def lasted(self, story: Story, wrong: Callable[[Note], bool]) -> tuple[float, Note | None]:
        """For how long the pictures of a story were like that, once its stage was laid out, and the first of them."""
        asked = [n["t"] for n in self.of("news", until=story.off) if any(beat["ms"] for beat in n["beats"])]
        begin = max([story.on, *asked]) + settles_ms  # before that there was nothing to choose yet
        end = min(story.off, story.touch["t"] if story.touch else story.off)
        shots = [n for n in self.of("shot", since=story.on, until=end) if n["shot"]["moving"]]
        ends = [*(n["t"] for n in shots[1:]), end]
        spans = [
            (max(n["t"], begin), till, n) for n, till in zip(shots, ends, strict=False) if wrong(n["shot"])
        ]
        spans = [span for span in spans if span[1] > span[0]]
        total = sum(till - since - self.busy_ms(since, till) for since, till, _ in spans)
        return total, spans[0][2] if spans else None

    def unusable(self, story: Story) -> Iterator[Finding]:
        """The hand of the next selection is there all the while, marked as such; a discard would tell the end."""
        if story.after.get("kind") != "select" or not story.after.get("usable"):
            return
        dead, first = self.lasted(story, lambda shot: not shot["usable"])
        if dead > 4 * frame_ms and first:
            yield Finding("hand not usable", first["t"], f"{dead:.0f} ms long: {first['shot']['cap']}")
        bare, first = self.lasted(story, lambda shot: "choose" not in shot["watch"])
        if bare > 4 * frame_ms and first:
            yield Finding(
                "not marked", first["t"], f'{bare:.0f} ms without "choose now": {first["shot"]["watch"]}'
            )

    def untrue(self, story: Story) -> Iterator[Finding]:
        """Once the story is over, the page shows the newest there is."""
        newest = max((n["version"] for n in self.of("news", until=story.off - settles_ms)), default=0)
        end = story.off + settles_ms
        after = [n["shot"] for n in self.of("shot", since=story.off, until=end) if not n["shot"]["moving"]]
        if after and after[-1]["version"] < newest:
            yield Finding("not the truth", end, f"version {after[-1]['version']} instead of {newest}")

    def told_on(self, story: Story) -> Iterator[Finding]:
        """The first touch ends a story: the beat comes to its end, and no further one is told."""
        for cap in [cap for cap in story.caps if story.touch and cap["t"] > story.touch["t"]][1:]:
            yield Finding("told after a touch", cap["t"], cap["text"])

    def slow(self, story: Story) -> Iterator[Finding]:
        if story.touch and (took := self.went_on(story)) > touch_ms:
            told = f"{story.touch['what']}: the story went on for {took:.0f} ms"
            yield Finding("slow touch", story.touch["t"], told)

    def went_on(self, story: Story) -> float:
        """How many ms a story went on after its first touch, without what the machine slept."""
        touch = story.touch["t"] if story.touch else story.off
        return story.off - touch - self.busy_ms(touch, story.off)

    def touches(self) -> list[float]:
        return [self.went_on(story) for story in self.stretches if story.touch]

    def lengths(self) -> list[float]:
        """Seconds of each whole round nobody touched."""
        return [(s.off - s.on) / 1000 for s in self.stories if not s.touch and len(s.caps) >= 3]


def plates_early(beats: Sequence[Beat], story: Story, note: Note) -> bool:
    """Whether the avalanche's number has changed before a beat that may have changed it."""
    moved = ("jump", "quicken", "ski", "yeti_card", "blocked", "avalanche", "heat")
    first = min((b.told for b in beats if b.kind in moved and b.told and b.told >= story.on), default=None)
    shown = note["shot"]["plate"]
    return bool(shown and story.before["plate"] and shown != story.before["plate"]) and note["t"] < (
        first or story.until
    )


def story_sign(story: Story, shot: Note) -> str | None:
    """The sign before the story, if what is shown is the one after it."""
    return story.before["sign"] if shot["sign"] == story.after["sign"] else None
