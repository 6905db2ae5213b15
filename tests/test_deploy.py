"""Dockerfile, compose file, unit and proxies' files, where no engine runs: their form, and what they promise each
other. What they describe is run by tests/cases/test_topology.py.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from app.settings import Settings
from tools.audit import judged

root = Path(__file__).parents[1]
hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))

names = {"type": "array", "items": {"type": "string", "minLength": 1}}
words_by_name = {
    "type": "object",
    "patternProperties": {"^[A-Z][A-Z0-9_]*$": {"type": ["string", "number"]}},
    "additionalProperties": False,
}
service = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "build": {"type": "string"},
        "image": {"type": "string", "pattern": "^[a-z0-9./-]+(:[\\w.-]+)?$"},
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "stop_grace_period": {"type": "string", "pattern": "^[0-9]+s$"},
        "environment": words_by_name,
        "networks": names,
        "ports": {"type": "array", "items": {"type": "string", "pattern": "^([0-9.]+:)?[0-9]+:[0-9]+$"}},
        "volumes": {"type": "array", "items": {"type": "string", "pattern": "^[./\\w-]+:/[\\w./-]+(:ro)?$"}},
        "ulimits": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["condition"],
                "properties": {"condition": {"enum": ["service_started", "service_healthy"]}},
                "additionalProperties": False,
            },
        },
        "healthcheck": {
            "type": "object",
            "required": ["test"],
            "additionalProperties": False,
            "properties": {
                "test": {"type": "array", "prefixItems": [{"enum": ["CMD", "CMD-SHELL"]}], "minItems": 2},
                "interval": {"type": "string"},
                "timeout": {"type": "string"},
                "retries": {"type": "integer"},
            },
        },
    },
    "anyOf": [{"required": ["image"]}, {"required": ["build"]}],
}
compose_schema = {
    "type": "object",
    "required": ["services"],
    "additionalProperties": False,
    "patternProperties": {"^x-": {}},
    "properties": {
        "services": {"type": "object", "minProperties": 1, "additionalProperties": service},
        "networks": {
            "type": "object",
            "additionalProperties": {"type": ["object", "null"], "properties": {"ipam": {"type": "object"}}},
        },
        "volumes": {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
    },
}
"""As much of the Compose Specification as this file uses, and nothing else of it: a word that is mistyped is found."""


@pytest.fixture
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((root / "docker-compose.yml").read_text())
    return found


def test_the_compose_file_has_the_form(compose: dict[str, Any]) -> None:
    """Of the schema; whatever is named is there; files it mounts exist."""
    jsonschema_rs.Draft202012Validator(compose_schema).validate(compose)
    for name, one in compose["services"].items():
        assert set(one.get("depends_on", {})) <= set(compose["services"]), name
        assert set(one.get("networks", ())) <= set(compose["networks"]), name
        for other, when in one.get("depends_on", {}).items():
            checked = compose["services"][other]
            assert when["condition"] != "service_healthy" or "healthcheck" in checked or "build" in checked
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (root / source).is_file() if source.startswith(".") else source in compose["volumes"]
    broken = json.loads(json.dumps(compose))
    broken["services"]["db"]["enviroment"] = {}
    assert not jsonschema_rs.Draft202012Validator(compose_schema).is_valid(broken)


def test_compose_is_two_processes_behind_a_proxy(compose: dict[str, Any]) -> None:
    """Only the proxy is reached from outside, and only its network is believed; secrets come from the environment, and
    compose says which are missing; every setting is one the program knows.
    """
    services = compose["services"]
    assert services["app1"] == services["app2"]
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    settings = services["app1"]["environment"]
    assert settings["TRUSTED_PROXIES"] == compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    text = (root / "docker-compose.yml").read_text()
    assert not re.search(r"PASSWORD: (?!\$\{)", text)
    assert {"POSTGRES_PASSWORD", "YETI_HOST"} == set(re.findall(r"\$\{(\w+):\?", text))
    known = (root / "app" / "settings.py").read_text()
    assert all(re.search(rf"^{name} ", known, re.MULTILINE) for name in settings)
    given = {"POSTGRES_PASSWORD": "hunter2", "YETI_HOST": "yeti.example.org"}
    filled = {
        name: re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", lambda m: given.get(m[1], m[2] or ""), str(value))
        for name, value in settings.items()
    }
    assert Settings.from_environment(filled).base_url == "https://yeti.example.org"


@pytest.mark.skipif(
    hadolint is None, reason="NO HADOLINT on this kind of machine: the Dockerfile is not linted"
)
def test_the_dockerfile_is_clean() -> None:
    assert hadolint is not None
    run = subprocess.run(
        [hadolint, "--no-color", "Dockerfile"], cwd=root, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, "")


def test_the_image_holds_what_a_server_needs() -> None:
    """Two stages; dependencies before the program; not as root; a place for the database; a check of its health. What
    is copied reaches the builder (.dockerignore).
    """
    text = (root / "Dockerfile").read_text()
    build, final = re.split(r"\n\nFROM ", text)
    assert build.index("pip install") < build.index("COPY app app")
    for word in ("USER 10001:10001", "VOLUME", "HEALTHCHECK", "COPY --from=build"):
        assert word in final, word
    sent = {line[1:] for line in (root / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", build, re.MULTILINE)
    assert {name for names in copied for name in names.split()} == sent
    assert all((root / name).exists() for name in sent)


def test_the_unit_is_one_process_that_comes_back() -> None:
    unit = (root / "deploy" / "yeti@.service").read_text()
    for line in (
        "Restart=always",
        "LimitNOFILE=65536",
        "Environment=PORT=%i",
        "StartLimitIntervalSec=0",
        "RestartPreventExitStatus=2",
    ):
        assert f"\n{line}\n" in unit
    analyze = shutil.which("systemd-analyze")
    if analyze:
        run = subprocess.run(
            [analyze, "verify", str(root / "deploy" / "yeti@.service")],
            capture_output=True,
            text=True,
            check=False,
        )
        told = [
            line for line in run.stderr.splitlines() if "yeti@" in line and "is not executable" not in line
        ]
        assert told == []


def test_settings_of_the_unit_are_accepted() -> None:
    """The file an operator begins with."""
    lines = (root / "deploy" / "yeti.env").read_text().splitlines()
    env = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert Settings.from_environment(env).base_url == "https://yeti.example.org"


@pytest.mark.parametrize("file", ["Caddyfile", "compose.Caddyfile"])
def test_caddy_understands_its_file(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    caddy = shutil.which("caddy")
    if caddy is None and os.environ.get("CI") == "true":
        pytest.fail("no Caddy: `make nginx` installs it")
    if caddy is None:
        pytest.skip("NO CADDY: apt-get install caddy; its files are not read")
    monkeypatch.setenv("YETI_HOST", "yeti.example.org")
    words = [caddy, "adapt", "--config", str(root / "deploy" / file), "--adapter", "caddyfile"]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "/-/ready" in run.stdout
    assert '"logs"' not in run.stdout, "addresses hold codes: they are logged nowhere"


def test_an_audit_that_learnt_nothing_says_so() -> None:
    """Packages that could not be looked up are no clean bill."""
    clean = [{"name": "a", "version": "1", "vulns": []}]
    assert judged(clean) == (0, "No hole is known in any of 1 packages.")
    assert judged([])[0] == 2
    status, said = judged([*clean, {"name": "b", "skip_reason": "not found"}])
    assert (status, said[:11]) == (2, "NOT AUDITED")
    hole = {"name": "c", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
    assert judged([hole]) == (1, "c 1: PYSEC-1, mended in 2")
