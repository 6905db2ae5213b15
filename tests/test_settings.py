"""The environment: defaults, what is accepted, and a clear word on nonsense."""

import re

import pytest

from app import settings as module
from app.settings import BadSetting, Settings, SmtpServer, mail_server


def test_defaults_need_no_environment() -> None:
    """Without any variable the app runs on one SQLite file, for this machine only; empty counts as unset."""
    plain = Settings.from_environment({})
    assert plain == Settings()
    assert plain.database_url == "sqlite+aiosqlite:///data/yeti.db"
    assert (plain.host, plain.port, plain.bot_delay_ms, plain.absence_ms) == ("127.0.0.1", 8000, 3000, 60_000)
    assert Settings.from_environment(dict.fromkeys(documented(), "")) == plain


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
        ("postgresql://u:p@h:5432/d?ssl=require", "postgresql+asyncpg://u:p@h:5432/d?sslmode=require"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
        ("sqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("sqlite+aiosqlite:////tmp/x.db", "sqlite+aiosqlite:////tmp/x.db"),
    ],
)
def test_database_addresses_get_their_driver(given: str, used: str) -> None:
    """The usual forms are accepted, as hosting services hand them out."""
    assert Settings.from_environment({"DATABASE_URL": given}).database_url == used


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://u:hunter2@h/d"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "hunter2"),
        ("PORT", "http"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "²"),
        ("BOT_DELAY_MS", "0.5"),
        ("ABSENCE_MS", "soon"),
        ("BASE_URL", "yeti.example.org"),
        ("BASE_URL", "https://yeti.example.org/path"),
        ("LOG_LEVEL", "loud"),
        ("SMTP_URL", "mail.example"),
        ("SMTP_URL", "http://hunter2@mail.example"),
        ("SMTP_URL", "smtp://mail.example:port"),
        ("SMTP_URL", "smtp://"),
        ("SMTP_URL", "smtp://mail.example/path"),
        ("DEV", "maybe"),
    ],
)
def test_nonsense_is_named(name: str, value: str) -> None:
    """The error names the variable and what would do, and never repeats the value: it may hold a password."""
    with pytest.raises(BadSetting, match=f"^{name}: ") as refused:
        Settings.from_environment({name: value})
    assert "hunter2" not in str(refused.value)


def test_passwords_stay_out_of_reprs() -> None:
    """Settings may be logged."""
    assert "hunter2" not in repr(Settings.from_environment({"DATABASE_URL": "postgresql://u:hunter2@h/d"}))


def test_values_are_read() -> None:
    """Each variable reaches its field."""
    read = Settings.from_environment(
        {"HOST": "0.0.0.0", "PORT": "0", "BASE_URL": "https://y.example/", "LOG_LEVEL": "debug", "DEV": "yes",
         "BOT_DELAY_MS": "0", "ABSENCE_MS": "5"}
    )  # fmt: skip
    assert read == Settings(
        host="0.0.0.0", port=0, base_url="https://y.example", log_level="DEBUG", dev=True,
        bot_delay_ms=0, absence_ms=5,
    )  # fmt: skip


def documented() -> list[str]:
    return re.findall(r"^([A-Z_]{3,})  +", module.__doc__ or "", flags=re.MULTILINE)


def test_every_setting_is_documented() -> None:
    """One line a variable, and one variable a field."""
    assert {name.lower() for name in documented()} == set(Settings.__slots__)


@pytest.mark.parametrize("name", ["WORKERS", "WEB_CONCURRENCY"])
def test_several_workers_on_sqlite_are_refused_with_a_way_out(name: str) -> None:
    """News travels between processes through Postgres only: the error says so, and what to set instead."""
    with pytest.raises(BadSetting, match=rf"^{name}: SQLite serves one process.*DATABASE_URL"):
        Settings.from_environment({name: "2"})
    assert Settings.from_environment({name: "1"}).workers == 1
    shared = Settings.from_environment({name: "3", "DATABASE_URL": "postgresql://h/d"})
    assert shared.workers == 3


mail = {"SMTP_URL": "smtp://mail.example", "MAIL_FROM": "y@example.org", "BASE_URL": "https://y.example"}
push = {"VAPID_PRIVATE_KEY": "key", "VAPID_SUBJECT": "mailto:op@example.org"}


@pytest.mark.parametrize(
    ("env", "missing"), [(mail, "MAIL_FROM"), (mail, "BASE_URL"), (push, "VAPID_SUBJECT")]
)
def test_what_a_way_to_people_needs_is_asked_for_at_the_start(env: dict[str, str], missing: str) -> None:
    """A mail without a sender, or with a link to nowhere, is noticed by the operator and not by a player."""
    whole = Settings.from_environment(env)
    assert whole.calls_people
    with pytest.raises(BadSetting, match=f"^{missing}: "):
        Settings.from_environment({name: value for name, value in env.items() if name != missing})


def test_a_server_without_ways_calls_nobody() -> None:
    assert not Settings.from_environment({}).calls_people


def test_mail_servers() -> None:
    """Ports by scheme, and what stands for signs an address cannot hold."""
    assert mail_server("smtp://mail.example") == SmtpServer("mail.example", 587)
    assert mail_server("smtps://mail.example") == SmtpServer("mail.example", 465, encrypted=True)
    whole = mail_server("smtp://a%40b:p%3Aw@mail.example:25/")
    assert whole == SmtpServer("mail.example", 25, user="a@b", password="p:w")
    assert "p:w" not in repr(whole)
    assert "mail.example" not in repr(Settings.from_environment(mail)), "the address may hold a password"
