"""The times the script waits are those the server reckons with: both are read here and held against one another."""

import re
from pathlib import Path

from app.games.avalanche import motion

script = (Path(__file__).resolve().parents[3] / "static" / "js" / "avalanche" / "beats.js").read_text()


def body(name: str) -> str:
    found = re.search(rf"(?:async |function ){name}\(.*?\n(?:  )?\}}", script, re.DOTALL)
    assert found, name
    return found[0]


def test_the_reveal_turns_its_cards_at_the_pace_of_the_clock() -> None:
    """Cards slide out, turn one after the other, and the last takes its turn, a tick a point and the words."""
    assert f"await wait({motion.all_in_ms})" in body("reveal")
    assert f"await wait({motion.turn_each_ms})" in body("reveal")
    assert f"await wait({motion.last_turn_ms})" in body("total")
    assert f"await wait({motion.tick_ms})" in body("total")
    rest = motion.last_turn_ms + motion.words_ms
    assert f"beat.ms - {rest} - {motion.tick_ms} * points.length" in body("total")


def test_rides_flights_and_walks_take_the_time_of_the_clock() -> None:
    """A space, a push, the distance between two who set off, a step of the yeti, a hit."""
    assert f"{motion.space_ms} * Math.max(1, frames.length - 1)" in body("ride")
    assert f"30, 26), b], {motion.push_ms}," in body("ride")
    assert f"await wait({motion.apart_ms})" in body("atOnce")
    assert f"await wait({motion.settle_ms})" in body("skis")
    assert f": {motion.walk_ms}," in body("yeti")
    assert f"{motion.hit_ms}," in body("hit")
