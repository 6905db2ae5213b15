"""Which classes keep a protocol, found out once."""

from typing import Any, Protocol


class KeptAnswers(type(Protocol)):  # type: ignore[misc]  # Python's metaclass of protocols has no public name
    """Metaclass of a protocol that is asked for at run time. Python's `isinstance` looks for each of its methods every
    time; here the answer is kept by class. There are as many as there are games and fronts.
    """

    def __instancecheck__(cls, instance: Any) -> bool:
        asked = (cls, type(instance))
        if asked not in answers:
            answers[asked] = bool(super().__instancecheck__(instance))
        return answers[asked]


answers: dict[tuple[type[Any], type[Any]], bool] = {}
"""By protocol and class. Not kept with the protocol: what stands there is one of its members."""
