"""What the platform says of any game, as it is said of an expedition."""

from app.web.templating import Phrasebook


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


phrases = Phrasebook(
    {
        "Before the game began everyone was shown the fingerprint of its chance. Here is the secret behind it.": _(
            "Before the first throw everyone was shown the fingerprint of the dice. Here is the secret behind it."
        ),
        "That choice came too late: the game has gone on. Nothing was changed.": _(
            "That throw is over. Look at the new one."
        ),
    }
)
