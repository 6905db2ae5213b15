"""The address of the database as hosting services hand it out, in the one form used here; what its options mean to
our driver. An option that is not understood is refused by name: left out in silence it might have meant encryption.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

default_database = "sqlite+aiosqlite:///data/yeti.db"

schemes = (
    "postgres",
    "postgresql",
    *(f"postgresql+{driver}" for driver in ("asyncpg", "psycopg", "psycopg2")),
)
ssl_modes = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
longest_connect_s = 30


class BadDatabaseUrl(ValueError):
    """The address cannot be used. The message says what would do, never what was given: it may hold a password."""


def database_url(given: str) -> str:
    """The address as SQLAlchemy writes it, with the driver we use and options it understands; "" gives the default.
    Raises BadAddress.
    """
    given = given.strip()
    if not given:
        return default_database
    scheme, mark, rest = given.partition("://")
    if mark and scheme in schemes:
        return f"postgresql+asyncpg://{_with_known_options(rest)}"
    if mark and scheme in ("sqlite", "sqlite+aiosqlite"):
        if not rest.removeprefix("/") or ":memory:" in rest:
            raise BadDatabaseUrl("SQLite needs a file, as in sqlite:///data/yeti.db")
        if "?" in rest:
            raise BadDatabaseUrl("SQLite takes no options: leave out everything from the question mark on")
        return f"sqlite+aiosqlite://{rest}"
    raise BadDatabaseUrl("must begin with postgresql:// or sqlite:///")


def driver_address(url: str) -> dict[str, Any]:
    """What asyncpg's `connect` takes, for an address as `database_url` gives it: `dsn`, and `timeout` in seconds if
    one was given.
    """
    rest = url.partition("://")[2]
    before, _, query = rest.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    seconds = options.pop("connect_timeout", None)
    dsn = f"postgresql://{before}" + (f"?{urlencode(options, safe='/:', quote_via=quote)}" if options else "")
    return {"dsn": dsn} | ({} if seconds is None else {"timeout": float(seconds)})


def _with_known_options(rest: str) -> str:
    before, _, query = rest.partition("?")
    if "#" in before:
        raise BadDatabaseUrl("has a # in it: in a password write it as %23")
    try:
        parts = urlsplit(f"postgresql://{before}")
        if "," not in parts.netloc:
            _ = parts.port
    except ValueError:
        raise BadDatabaseUrl("must look like postgresql://user:password@host:5432/name") from None
    given = dict(parse_qsl(query, keep_blank_values=True))
    known: dict[str, str] = {}
    for name, value in given.items():
        reader = options.get(name)
        if reader is None:
            raise BadDatabaseUrl(
                f"has an option that is not known here: {_shown(name)}. Known are {', '.join(options)}"
            )
        known |= reader(name, value)
    if given.get("channel_binding") == "require" and known.get("sslmode") not in ("verify-ca", "verify-full"):
        raise BadDatabaseUrl(
            "channel_binding=require is not possible here. Give sslmode=verify-full instead, which finds out the same "
            "impostor (with sslrootcert if the server's certificate is not signed by a public authority)"
        )
    return before + (f"?{urlencode(known, safe='/:', quote_via=quote)}" if known else "")


def _shown(name: str) -> str:
    return name[:40] if name.replace("_", "").isascii() and name.replace("_", "").isalnum() else "..."


def _kept(name: str, value: str) -> dict[str, str]:
    return {name: value}


def _left_out(_name: str, _value: str) -> dict[str, str]:
    return {}


def _ssl_mode(_name: str, value: str) -> dict[str, str]:
    mode = {
        "true": "require",
        "1": "require",
        "false": "disable",
        "0": "disable",
        "no-verify": "require",
    }.get(value.lower(), value.lower())
    if mode not in ssl_modes:
        raise BadDatabaseUrl(f"sslmode must be one of {', '.join(ssl_modes)}")
    return {"sslmode": mode}


def _connect_timeout(name: str, value: str) -> dict[str, str]:
    if not (value.isascii() and value.isdecimal()):
        raise BadDatabaseUrl("connect_timeout must be a whole number of seconds")
    # 0 means "for ever" to others; here nobody waits for ever.
    return {name: str(min(int(value), longest_connect_s))} if int(value) else {}


def _one_of(*possible: str) -> Callable[[str, str], dict[str, str]]:
    def read(name: str, value: str) -> dict[str, str]:
        if value not in possible:
            raise BadDatabaseUrl(f"{name} must be one of {', '.join(possible)}")
        return {name: value}

    return read


def _none_of(**refused: str) -> Callable[[str, str], dict[str, str]]:
    """An option that means nothing to us, but for values that would."""

    def read(name: str, value: str) -> dict[str, str]:
        if value in refused:
            raise BadDatabaseUrl(f"{name}={value} is not possible here: {refused[value]}")
        return {}

    return read


options: dict[str, Callable[[str, str], dict[str, str]]] = {
    "sslmode": _ssl_mode,
    "ssl": _ssl_mode,
    "sslrootcert": _kept,
    "sslcert": _kept,
    "sslkey": _kept,
    "sslpassword": _kept,
    "sslcrl": _kept,
    "sslnegotiation": _one_of("postgres", "direct"),
    "ssl_min_protocol_version": _kept,
    "channel_binding": _left_out,
    "gssencmode": _none_of(require="use sslmode"),
    "connect_timeout": _connect_timeout,
    "target_session_attrs": _one_of("any", "primary", "standby", "read-write", "read-only", "prefer-standby"),
    "host": _kept,
    "port": _kept,
    "user": _kept,
    "password": _kept,
    "dbname": _kept,
    "passfile": _kept,
    "options": _kept,
    "application_name": _kept,
    "fallback_application_name": _left_out,
    "keepalives": _left_out,
    "keepalives_idle": _left_out,
    "keepalives_interval": _left_out,
    "keepalives_count": _left_out,
    "tcp_user_timeout": _left_out,
    "sslsni": _none_of(**{"0": "the driver always says which server it wants"}),
    "sslcompression": _none_of(**{"1": "leave it out"}),
    "pgbouncer": _none_of(
        true="it means transaction pooling, and news between processes need session pooling"
    ),
}
"""By name: what is kept of it, in the driver's words; {} for what our own limits stand in for
(`storage/connection_limits.py`).
"""
