"""`python -m tests.yeti_table serve`: the server with Yeti beside Avalanche, for a real browser."""

import sys

from app import cli, main
from app.web.games.yeti.front import front
from tools.seeded import seed

key = front.game.key
main.games = {**main.games, key: front.game}
main.fronts = {**main.fronts, key: front}

if __name__ == "__main__":
    seed()
    sys.exit(cli.main())
