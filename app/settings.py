"""The environment, read once at start-up. Every setting the app knows stands here, and nowhere else.

DATABASE_URL    `postgresql://...` or `sqlite:///path/to/file.db`; default SQLite, `data/yeti.db`;
                a pooler in front of Postgres must give sessions (pgbouncer: pool_mode = session)
POOL            connections to the database a process keeps, 1..100; default 8
HOST            address the server listens on; default 127.0.0.1
PORT            port it listens on, 0..65535 (0 = any free one); default 8000
BASE_URL        public address without a path, for links and the origin check; default: the request's own host
TRUSTED_PROXIES  addresses and networks of proxies in front, with commas between; what they say about where a request
                comes from is believed; default 127.0.0.1,::1
SECURITY_CONTACT  whom to tell of a hole, in /.well-known/security.txt: mailto:... or https://...; default: nobody
LOG_LEVEL       DEBUG, INFO, WARNING or ERROR; default INFO
BOT_DELAY_MS    the longest a bot thinks once a round has been shown, 0..60000 ms; up to 800: exactly that long, and no
                waiting for what is shown; default 3000
ABSENCE_MS      absence after which the host may let a bot sit in, 0..604800000 ms; default 60000
HOST_GRACE_MS   absence after which the host's role passes on, 0..604800000 ms; default 60000
TABLE_GRACE_MS  how long a table without people stays open, 0..604800000 ms; default 1800000
KEEP_DAYS       days unfinished tables, chat and people who never sat down are kept, 1..3650; default 30
LISTING         1 = hosts may list their tables on the home page; default 0
PEOPLE_PER_ADDRESS  new people one address (of IPv6 a /64) may bring at once, 1..100000; then two a second; default 600
TABLES_PER_PERSON   tables one person may open at once, 1..100000; then one in three seconds; default 100
TABLES          tables open at the same time, 1..1000000; default 10000
IMPRINT         file with the text of the imprint (UTF-8; an empty line begins a paragraph); default: none
PRIVACY         file with what the operator says about privacy, before what is kept here anyway; default: none
WORKERS         server processes, 1..64; more than one needs Postgres; WEB_CONCURRENCY means the same; default 1
METRICS         address for Prometheus, as in 127.0.0.1:9100; of several workers each takes the next port; default none
LOG_ADDRESSES   1 = lines of the log name the client's address; default 0
DEV             1 = with development pages; default 0

Notices to people who are not there (without these: none but by an open page)
NOTICE_MS       how long a choice waits for somebody who is away before they are told, 0..86400000 ms; default 60000
SMTP_URL        mail server: smtp://user:password@host:587 (STARTTLS; without a user only if it is offered) or smtps://
                default: no mail
MAIL_FROM       sender of mails, as in yeti@example.org; needed with SMTP_URL, as is BASE_URL
VAPID_PRIVATE_KEY  key for Web Push, made by `python -m app admin vapid`; default: no push
VAPID_PUBLIC_KEY   its other half: follows from the private one; if it is set it must fit
VAPID_SUBJECT      whom a push service may write to: mailto:... or https://...; needed with VAPID_PRIVATE_KEY
"""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from app.database_url import BadDatabaseUrl, default_database
from app.database_url import database_url as addressed

loopback = ("127.0.0.1", "::1")
log_levels = ("DEBUG", "INFO", "WARNING", "ERROR")
yes_words = {"1", "true", "yes", "on"}
no_words = {"0", "false", "no", "off"}


class BadSetting(Exception):
    """A variable of the environment makes no sense. The message names it and says what would do, never its
    value.
    """

    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"{name}: {wanted}")
        self.name = name


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """`encrypted`: TLS from the first byte; otherwise it begins when the server offers it."""

    host: str
    port: int
    encrypted: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """`database_url`: in SQLAlchemy's form, driver included; it may hold a password and is in no repr."""

    database_url: str = field(default=default_database, repr=False)
    pool: int = 8
    host: str = "127.0.0.1"
    port: int = 8000
    base_url: str | None = None
    trusted_proxies: tuple[str, ...] = loopback
    security_contact: str | None = None
    log_level: str = "INFO"
    bot_delay_ms: int = 3000
    absence_ms: int = 60_000
    host_grace_ms: int = 60_000
    table_grace_ms: int = 1_800_000
    keep_days: int = 30
    listing: bool = False
    people_per_address: int = 600
    tables_per_person: int = 100
    tables: int = 10_000
    imprint: str = ""
    privacy: str = ""
    workers: int = 1
    metrics: str | None = None
    log_addresses: bool = False
    dev: bool = False
    notice_ms: int = 60_000
    smtp_url: str | None = field(default=None, repr=False)
    mail_from: str | None = None
    vapid_private_key: str | None = field(default=None, repr=False)
    vapid_public_key: str | None = None
    vapid_subject: str | None = None

    @property
    def calls_people(self) -> bool:
        """Whether there is any way to reach somebody who has no page open."""
        return self.smtp_url is not None or self.vapid_private_key is not None

    @classmethod
    def from_environment(cls, env: Mapping[str, str] | None = None) -> "Settings":
        """The settings of this process. An empty variable counts as unset. Raises BadSetting."""
        env = os.environ if env is None else env
        return cls(
            database_url=database_url(env.get("DATABASE_URL", "")),
            pool=_number(env, "POOL", 8, 100) or 1,
            host=env.get("HOST", "") or "127.0.0.1",
            port=_number(env, "PORT", 8000, 65_535),
            base_url=_base_url(env.get("BASE_URL", "")),
            trusted_proxies=_proxies(env.get("TRUSTED_PROXIES", "")),
            security_contact=_contact(env.get("SECURITY_CONTACT", "")),
            log_level=_log_level(env.get("LOG_LEVEL", "")),
            bot_delay_ms=_number(env, "BOT_DELAY_MS", 3000, 60_000),
            absence_ms=_number(env, "ABSENCE_MS", 60_000, 7 * 24 * 3_600_000),
            host_grace_ms=_number(env, "HOST_GRACE_MS", 60_000, 7 * 24 * 3_600_000),
            table_grace_ms=_number(env, "TABLE_GRACE_MS", 1_800_000, 7 * 24 * 3_600_000),
            keep_days=_number(env, "KEEP_DAYS", 30, 3650) or 1,
            listing=_switch(env, "LISTING"),
            people_per_address=_number(env, "PEOPLE_PER_ADDRESS", 600, 100_000) or 1,
            tables_per_person=_number(env, "TABLES_PER_PERSON", 100, 100_000) or 1,
            tables=_number(env, "TABLES", 10_000, 1_000_000) or 1,
            imprint=_text_of(env, "IMPRINT"),
            privacy=_text_of(env, "PRIVACY"),
            workers=_workers(env),
            metrics=_metrics(env.get("METRICS", "")),
            log_addresses=_switch(env, "LOG_ADDRESSES"),
            dev=_switch(env, "DEV"),
            notice_ms=_number(env, "NOTICE_MS", 60_000, 24 * 3_600_000),
            smtp_url=_smtp_url(env),
            mail_from=env.get("MAIL_FROM", "").strip() or None,
            vapid_private_key=_vapid_key(env),
            vapid_public_key=env.get("VAPID_PUBLIC_KEY", "").strip() or None,
            vapid_subject=env.get("VAPID_SUBJECT", "").strip() or None,
        )


def database_url(given: str, name: str = "DATABASE_URL") -> str:
    """The address as SQLAlchemy takes it, with the driver we use; "" gives the default. `name`: whose value it is.
    Raises BadSetting.
    """
    try:
        return addressed(given)
    except BadDatabaseUrl as error:
        raise BadSetting(name, str(error)) from None


def _number(env: Mapping[str, str], name: str, default: int, most: int) -> int:
    given = env.get(name, "").strip()
    if not given:
        return default
    if not (given.isascii() and given.isdecimal()) or int(given) > most:
        raise BadSetting(name, f"must be a whole number from 0 to {most}")
    return int(given)


def _workers(env: Mapping[str, str]) -> int:
    """Processes to serve with. News travels between processes through Postgres: SQLite serves one alone."""
    name = "WORKERS" if env.get("WORKERS", "").strip() else "WEB_CONCURRENCY"
    workers = _number(env, name, 1, 64) or 1
    if workers > 1 and database_url(env.get("DATABASE_URL", "")).startswith("sqlite"):
        raise BadSetting(
            name,
            "SQLite serves one process. Set it to 1, or give a Postgres database as DATABASE_URL "
            "(postgresql://user:password@host/name) to serve with several",
        )
    return workers


def _switch(env: Mapping[str, str], name: str) -> bool:
    given = env.get(name, "").strip().lower()
    if given and given not in yes_words | no_words:
        raise BadSetting(name, "must be 1 or 0")
    return given in yes_words


def _text_of(env: Mapping[str, str], name: str) -> str:
    """What stands in the file this variable names."""
    given = env.get(name, "").strip()
    try:
        return Path(given).read_text(encoding="utf-8").strip() if given else ""
    except (OSError, ValueError):
        raise BadSetting(name, "must name a text file (UTF-8) the server may read") from None


def _metrics(given: str) -> str | None:
    address = given.strip()
    if not address:
        return None
    host, mark, port = address.rpartition(":")
    if not (host and mark and port.isascii() and port.isdecimal() and int(port) <= 65_535):
        raise BadSetting("METRICS", "must be an address and a port, as in 127.0.0.1:9100")
    return address


def _log_level(given: str) -> str:
    level = given.strip().upper() or "INFO"
    if level not in log_levels:
        raise BadSetting("LOG_LEVEL", f"must be one of {', '.join(log_levels)}")
    return level


def _base_url(given: str) -> str | None:
    if not given.strip():
        return None
    url = given.strip().rstrip("/")
    parts = urlsplit(url)
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or parts.path
        or parts.query
        or parts.fragment
    ):
        raise BadSetting("BASE_URL", "must be an address without a path, as in https://yeti.example.org")
    return url


def _proxies(given: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in given.split(",") if part.strip())
    for part in found:
        try:
            ipaddress.ip_network(part)
        except ValueError:
            raise BadSetting(
                "TRUSTED_PROXIES",
                "must be addresses or networks with commas between, as in 127.0.0.1,10.0.0.0/8",
            ) from None
    return found or loopback


def _contact(given: str) -> str | None:
    contact = given.strip()
    if contact and (not contact.startswith(("mailto:", "https://")) or not contact.isprintable()):
        raise BadSetting("SECURITY_CONTACT", "must be mailto:... or https://...")
    return contact or None


def mail_server(url: str) -> SmtpServer:
    """The server an SMTP_URL means. Raises BadSetting."""
    wrong = BadSetting("SMTP_URL", "must look like smtp://user:password@host:587 or smtps://host")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise wrong
    encrypted = parts.scheme == "smtps"
    return SmtpServer(
        parts.hostname,
        port or (465 if encrypted else 587),
        encrypted,
        None if parts.username is None else unquote(parts.username),
        None if parts.password is None else unquote(parts.password),
    )


def _smtp_url(env: Mapping[str, str]) -> str | None:
    """Mails lead back here and say who wrote them, so both must be known before the first is sent."""
    given = env.get("SMTP_URL", "").strip()
    if not given:
        return None
    mail_server(given)
    if "@" not in env.get("MAIL_FROM", ""):
        raise BadSetting("MAIL_FROM", "must be the sender's address, as in yeti@example.org, with SMTP_URL")
    if not env.get("BASE_URL", "").strip():
        raise BadSetting("BASE_URL", "must be set with SMTP_URL: mails lead to it")
    return given


def _vapid_key(env: Mapping[str, str]) -> str | None:
    given = env.get("VAPID_PRIVATE_KEY", "").strip()
    if not given:
        return None
    if not env.get("VAPID_SUBJECT", "").strip().startswith(("mailto:", "https://")):
        raise BadSetting("VAPID_SUBJECT", "must be mailto:... or https://... with VAPID_PRIVATE_KEY")
    return given
