"""What is chosen of a game's options, as one tuple of texts: "key" for a switch that is on, "key=value" for one of
several values. What is not there stands at its default: off, or the first value.
"""

from collections.abc import Iterable, Sequence

from app.games.kernel.contract import Option


def key_of(chosen: str) -> str:
    return chosen.partition("=")[0]


def value_of(chosen: Iterable[str], option: Option) -> str:
    """The value an option of several values stands at."""
    found = (one.partition("=")[2] for one in chosen if key_of(one) == option.key)
    return next(found, option.values[0])


def option_of(known: Sequence[Option], key: str) -> Option | None:
    return next((option for option in known if option.key == key), None)


def with_choice(
    known: Sequence[Option], chosen: Sequence[str], option: Option, choice: bool | str
) -> tuple[str, ...]:
    """The choices after one more, in the game's order. `choice`: on or off, or one of the option's values. An option
    that leaves its default puts the others of its group back to theirs.
    """
    entry = option.key if choice is True else f"{option.key}={choice}"
    default = choice is False or (bool(option.values) and choice == option.values[0])
    rivals = {one.key for one in known if option.group and one.group == option.group}
    dropped = {option.key} | (set() if default else rivals)
    kept = {key_of(one): one for one in chosen if key_of(one) not in dropped}
    if not default:
        kept[option.key] = entry
    return tuple(kept[one.key] for one in known if one.key in kept)


def conflict(known: Sequence[Option], chosen: Sequence[str]) -> tuple[str, str] | None:
    """What does not fit among the choices: a reason and the option's key; None if all is well."""
    groups: set[str] = set()
    for one in chosen:
        key, _, value = one.partition("=")
        option = option_of(known, key)
        if option is None:
            continue
        if (option.values and value not in option.values) or (value and not option.values):
            return "no_such_option", key
        if option.group in groups:
            return "option_group", key
        if option.group:
            groups.add(option.group)
    return None
