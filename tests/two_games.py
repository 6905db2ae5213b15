"""`python -m tests.two_games serve`: the server with the tests' small game beside Avalanche, for a real browser."""

import sys

from app import cli, main
from tests.numbers_front import numbers_front
from tools.seeded import seed

key = numbers_front.game.key
main.games = {**main.games, key: numbers_front.game}
main.fronts = {**main.fronts, key: numbers_front}

if __name__ == "__main__":
    seed()
    sys.exit(cli.main())
