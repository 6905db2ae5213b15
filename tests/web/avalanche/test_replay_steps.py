"""The steps of a replay: every beat once, each with the view and the open hands of its moment."""

from itertools import pairwise

from hypothesis import given, settings

from app.games.avalanche.deck import standard
from app.games.avalanche.events import CardsRevealed, Phase
from app.games.avalanche.replay import open_view_of, positions_of
from app.tables.model import EventsOf
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.replay.steps import ReplayStep, steps_of
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.words.voice import Cast, voice_of
from tests.games.avalanche.random_play import seeds, variants
from tests.games.avalanche.test_replay import played

voice = voice_of("en")


def film(players: int, options: tuple[str, ...], seed: bytes) -> list[tuple[ReplayStep, ...]]:
    """All rounds of a random game, as a replay shows them."""
    actions, events, _ = played(players, options, seed)
    found, _ = positions_of(options, players, seed, actions, standard)
    opened = [open_view_of(position, standard) for _, position in found]
    ends = [*(taken for taken, _ in found[1:]), len(actions)]
    owners = (0, 0, 1, 1) if players == 2 else tuple(range(players))
    names = tuple(f"Skier {player}" for player in range(players))
    cast = Cast(names, owners, tuple(range(len(owners))), voice)
    rounds = []
    for index, ((taken, _), end) in enumerate(zip(found, ends, strict=True)):
        story = [
            EventsOf(at, 1, None, "bot", part) for at, part in enumerate(events[taken + 1 : end + 1], start=1)
        ]
        layout = layout_of(standard.hash, opened[index].public.mountain)
        wording = EventWording(cast, voice, cards_of(standard.hash), layout)
        following = opened[index + 1] if index + 1 < len(opened) else None
        rounds.append(steps_of(opened[index], story, following, wording))
    return rounds


@settings(max_examples=50, deadline=None)
@given(variant=variants(), seed=seeds)
def test_hands_and_views_of_every_step(variant: tuple[int, tuple[str, ...]], seed: bytes) -> None:
    """A hand shows as many cards as the view counts (fewer only between two draws of one player), the played ones
    ringed until it is filled up again; a round ends where the next one begins.
    """
    rounds = film(*variant, seed)
    for number, steps in enumerate(rounds):
        beginning, reveal, last = steps[0], steps[1], steps[-1]
        assert beginning.beat is None
        assert not any(hand.played for hand in beginning.hands)
        assert reveal.beat is not None
        assert reveal.beat.kind == "reveal"
        assert isinstance(reveal.revealed, CardsRevealed)
        lie_open = {card for play in reveal.revealed.plays for card in play.cards}
        assert {card for hand in reveal.hands for card in hand.played} == lie_open
        for step in steps:
            assert step.beat is None or step.beat.sentence
            for hand in step.hands:
                assert hand.played <= set(hand.cards)
                missing = step.view.hand_sizes[hand.player] - len(hand.cards) + len(hand.played)
                assert missing == 0 or (
                    missing > 0 and step is not last and step.beat.kind in {"draw", "shuffle"}
                )
        for one, following in pairwise(steps):
            assert one.view.avalanche_at <= following.view.avalanche_at
        if number + 1 < len(rounds) and rounds[number + 1][0].view.heat == last.view.heat:
            after = rounds[number + 1][0]
            assert (last.view.skiers, last.view.yeti, last.view.avalanche_at) == (
                after.view.skiers, after.view.yeti, after.view.avalanche_at,
            )  # fmt: skip
            assert {h.player: set(h.cards) - h.played for h in last.hands} == {
                h.player: set(h.cards) for h in after.hands
            }
    assert rounds[-1][-1].view.phase is Phase.OVER
    assert rounds[-1][-1].view.winners is not None
