"""Plain form controls of the text view, as its templates draw them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Sent = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class FieldOption:
    """One radio button or checkbox. `note`: what it leads to."""

    value: str
    label: str
    note: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """The wish to jump of one skier (AV-28). `can`: its rockets work; `why` says so if they do not."""

    name: str
    can: bool
    why: str
    checked: bool


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Options of one field. `many`: checkboxes instead of radio buttons. `legend`: "" = the form's heading says it."""

    legend: str
    name: str
    many: bool
    options: tuple[FieldOption, ...]
    wish: Wish | None = None


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class TextChoice:
    """A form. `kind`: of the action, as `forms.parse_action` reads it."""

    kind: str
    decision: int
    legend: str
    text: str
    groups: tuple[FieldGroup, ...] = ()
    buttons: tuple[Button, ...] = ()
