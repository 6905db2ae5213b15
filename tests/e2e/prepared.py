"""A server of its own with a table in every phase, for tests that look at pages and do not play."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.scenes import Company, Scene, prepared, reachable
from tools.serving import serving

os.environ.setdefault("LOG_LEVEL", "WARNING")


@dataclass(frozen=True, slots=True)
class Gallery:
    """`address` of the server and the `folder` of its database, its scenes by name, the company at their tables."""

    address: str
    folder: Path
    scenes: dict[str, Scene]
    company: Company

    def visit(self, name: str) -> Scene:
        """The scene of this name, with its company around it."""
        scene = self.scenes[name]
        if scene.table:
            self.company.sit_down(scene.table)
        return scene


opened = pytest.StashKey[Gallery]()


@pytest.fixture(scope="session")
def gallery(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """One for the whole run, whichever module asks first."""
    stash = request.config.stash
    if opened in stash:
        yield stash[opened]
        return
    folder = tmp_path_factory.mktemp("gallery")
    with prepared(folder) as scenes, serving(folder, program="tools.seeded", DEV="1") as address:
        company = Company(address)
        stash[opened] = Gallery(address, folder, {s.name: s for s in reachable(address, scenes)}, company)
        yield stash[opened]
        company.close()
