"""Calm: the same puzzles without a race; fewest folds win (YS-40 to YS-46)."""

from dataclasses import replace

from app.games.yeti_snack import events as e
from app.games.yeti_snack.mould import after, satisfies
from app.games.yeti_snack.rounds import end_round
from app.games.yeti_snack.state import PASS, SnackLog, SnackState


def hand_in(s: SnackState, seat: int, answer: str | tuple[str, ...] | None, at: int, log: SnackLog) -> None:
    """An answer, "pass", or None to take back; the last one in opens all."""
    was, s.seats[seat] = s.seats[seat].answer, replace(s.seats[seat], answer=answer)
    if log is not None and (was is None) != (answer is None):
        log.append(e.SeatIn(seat, yes=answer is not None))
    if all(one.answer is not None for one in s.seats):
        _open(s, at, log)


def _open(s: SnackState, at: int, log: SnackLog) -> None:
    par = s.pair().par or 0
    model, request = s.menu.cards[s.model or ""].model, s.menu.cards[s.yeti or ""].request
    answers = []
    for seat, one in enumerate(s.seats):
        folds = None if one.answer == PASS else tuple(one.answer or ())
        right = folds is not None and satisfies(after(model, folds), request)
        answers.append(e.SeatAnswer(seat, folds, right))
    if log is not None:
        log.append(e.AnswersOpened(tuple(answers), par))
    counts = {answer.seat: len(answer.folds or ()) for answer in answers if answer.right}
    if s.solo:
        good = 0 in counts and counts[0] <= par + s.menu.calm_slack
        end_round(s, (0,) if good else (), "folds", at, log, yeti=not good)
        return
    fewest = min(counts.values(), default=0)
    end_round(s, tuple([seat for seat, count in counts.items() if count == fewest]), "folds", at, log)
