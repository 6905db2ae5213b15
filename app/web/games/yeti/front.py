"""Everything a person or a program sees of Yeti, in one value."""

from app.games.yeti.game import YetiGame
from app.web.front.game import GameFront
from app.web.games.yeti.api import YetiApi
from app.web.games.yeti.rules import YetiRules
from app.web.games.yeti.table.screen import YetiTable
from app.web.games.yeti.text import YetiInText
from app.web.games.yeti.words.game_words import words
from app.web.games.yeti.words.in_words import YetiInWords
from app.web.plain.replay import PlainReplay
from app.web.plain.text import PlainText

in_words = YetiInWords()
table = YetiTable(YetiGame(), in_words, words.phrases)
plain = YetiInText(table.game, in_words, words.phrases)
"""The same in words: for the text view and the replay."""

front = GameFront(
    game=table.game,
    words=words,
    table=table,
    api=YetiApi(table),
    text=PlainText(plain),
    replay=PlainReplay(plain),
    rules=YetiRules(),
)
