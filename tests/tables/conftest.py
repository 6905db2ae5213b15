"""The use cases on a cupboard in memory."""

import pytest

from tests.benches import Bench, everybody
from tests.memory_repository import MemoryTableRepository


@pytest.fixture
def bench() -> Bench:
    repository = MemoryTableRepository()
    repository.people = {person.id: person for person in everybody}
    return Bench(repository)
