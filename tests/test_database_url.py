"""Addresses of databases as hosts hand them out: translated, or refused in words that hold no secret."""

import pytest
from asyncpg import connect_utils

from app.database_url import BadDatabaseUrl, database_url, driver_address, options
from app.settings import BadSetting, Settings


@pytest.mark.parametrize(
    ("given", "dsn"),
    [
        ("postgres://u:p@h/d", "postgresql://u:p@h/d"),
        ("postgresql+psycopg2://u:p@h/d?sslmode=require", "postgresql://u:p@h/d?sslmode=require"),
        ("postgres://u:p@h/d?ssl=true", "postgresql://u:p@h/d?sslmode=require"),
        (
            "postgresql://u:p@h/d?sslmode=verify-full&sslrootcert=/etc/ca%20s.pem&channel_binding=require",
            "postgresql://u:p@h/d?sslmode=verify-full&sslrootcert=/etc/ca%20s.pem",
        ),
        ("postgresql://u:p@h/d?keepalives=1&keepalives_idle=5&gssencmode=disable", "postgresql://u:p@h/d"),
        ("postgresql://a:5432,b:5433/d?target_session_attrs=read-write",
         "postgresql://a:5432,b:5433/d?target_session_attrs=read-write"),
        ("postgresql://u@/d?host=/var/run/postgresql", "postgresql://u@/d?host=/var/run/postgresql"),
        ("postgresql://u:p@h/d?options=endpoint%3Dcool-name", "postgresql://u:p@h/d?options=endpoint%3Dcool-name"),
        ("postgresql://u:p%23%2F@[::1]:5432/d", "postgresql://u:p%23%2F@[::1]:5432/d"),
    ],
)  # fmt: skip
def test_what_hosts_hand_out_reaches_the_driver(given: str, dsn: str) -> None:
    """In words the driver takes; what our own limits stand in for is left out."""
    address = driver_address(database_url(given))
    assert address == {"dsn": dsn}


def test_a_limit_for_connecting_is_kept() -> None:
    """As the driver's own, never for ever: 0 means that to others."""
    assert driver_address(database_url("postgresql://h/d?connect_timeout=10"))["timeout"] == 10
    assert driver_address(database_url("postgresql://h/d?connect_timeout=600"))["timeout"] == 30
    assert "timeout" not in driver_address(database_url("postgresql://h/d?connect_timeout=0"))


@pytest.mark.parametrize("option", sorted(options))
def test_nothing_is_handed_on_that_the_driver_would_take_for_a_setting_of_the_server(option: str) -> None:
    """The driver sends words it does not know to the server, which then refuses every line."""
    value = {
        "sslmode": "prefer", "ssl": "0", "connect_timeout": "3", "target_session_attrs": "primary", "port": "5433",
        "channel_binding": "prefer", "sslnegotiation": "postgres", "ssl_min_protocol_version": "TLSv1.2",
    }.get(option, "x")  # fmt: skip
    if option in ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile", "sslpassword"):
        return  # files, read as soon as they are named
    address = driver_address(database_url(f"postgresql://u:p@h/d?{option}={value}"))
    _, parsed = connect_utils._parse_connect_dsn_and_args(
        dsn=address["dsn"], host=None, port=None, user=None, password=None, passfile=None, database=None, ssl=None,
        service=None, servicefile=None, direct_tls=None, server_settings=None, target_session_attrs=None,
        krbsrvname=None, gsslib=None,
    )  # fmt: skip
    assert set(parsed.server_settings or {}) <= {"options", "application_name"}


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ("postgresql://u:hunter2@h/d?sslmode=always", "verify-full"),
        ("postgresql://u:hunter2@h/d?sslmode=require&channel_binding=require", "sslmode=verify-full"),
        ("postgresql://u:hunter2@h/d?pgbouncer=true", "session"),
        ("postgresql://u:hunter2@h/d?connection_limit=5", "connection_limit"),
        ("postgresql://u:hunter2@h/d?connect_timeout=soon", "seconds"),
        ("postgresql://u:hunter2@h/d?hunter2%0A=1", "not known"),
        ("postgresql://u:hunter2@h:port/d", "postgresql://user:password@host"),
        ("postgresql://u:hunter2#1@h/d", "%23"),
        ("sqlite:///hunter2.db?mode=ro", "no options"),
        ("mysql://u:hunter2@h/d", "postgresql://"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(given: str, word: str) -> None:
    """The setting is named and what would do; the value, which may hold a password, is not."""
    with pytest.raises(BadSetting, match="DATABASE_URL") as refused:
        Settings.from_environment({"DATABASE_URL": given})
    assert word in str(refused.value)
    assert "hunter2" not in str(refused.value)
    with pytest.raises(BadDatabaseUrl):
        database_url(given)
