"""The use cases on a cupboard in memory."""

import pytest

from tests.benches import Bench, everybody
from tests.cupboards import MemoryCupboard


@pytest.fixture
def bench() -> Bench:
    cupboard = MemoryCupboard()
    cupboard.people = {person.id: person for person in everybody}
    return Bench(cupboard)
