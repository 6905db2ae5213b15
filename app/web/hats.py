"""The five hats by which seats are told apart, named."""

from app.web.templating import gettext_of


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


HATS = (_("Red Pom"), _("Blue Fin"), _("Gold Flap"), _("Violet Spike"), _("Pink Ears"))


def hat_names(language: str) -> tuple[str, ...]:
    """By hat number."""
    return tuple(gettext_of(language)(hat) for hat in HATS)
