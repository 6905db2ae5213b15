"""Mail, to a real server: what is in it, what becomes of it, and that nobody writes its headers but us."""

import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.notices import mail
from app.notices.mail import Smtp, message_of
from app.notices.model import DeliveryResult, TurnNotice
from app.players.addresses import Letter, MailDown
from app.settings import SmtpServer, mail_server
from app.web.fronts import fronts
from app.web.pages.letters import Letters
from tests.notices.mailbox import Mailbox

pytestmark = pytest.mark.anyio

stop = "https://yeti.example/notices/stop?token=" + "s" * 43
at = int(datetime(2026, 12, 1, 18, 40, tzinfo=UTC).timestamp() * 1000)


def call(code: str = "KRT7Q4", host: str = "Mira", deadline_at: int | None = at) -> TurnNotice:
    return TurnNotice("t" * 32, code, "avalanche", 3, 1, host, deadline_at)


def linked(*calls: TurnNotice) -> list[tuple[TurnNotice, str]]:
    return [(one, f"https://yeti.example/t/{one.code}") for one in calls]


async def test_a_mail_arrives_as_it_was_meant(mailbox: Mailbox) -> None:
    """Plain text with the table's link and the time; one link ends them all, for the reader and for mail programs (RFC
    8058), written as it is and not encoded.
    """
    letter = Letters(fronts).letter("en", "ines@example.org", linked(call()), stop)
    assert (
        await Smtp(SmtpServer("127.0.0.1", mailbox.port), "yeti@example.org").send(letter)
        is DeliveryResult.SENT
    )
    [(to, got)] = mailbox.mails
    assert to == ["ines@example.org"]
    assert (got["From"], got["To"]) == ("Yeti Mountain <yeti@example.org>", "ines@example.org")
    assert got["Subject"] == "Your move in Avalanche at Yeti Mountain"
    assert f"\r\nList-Unsubscribe: <{stop}>\r\n".encode() in mailbox.raw[0]
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert got["Auto-Submitted"] == "auto-generated"
    assert got.get_content_type() == "text/plain"
    assert mailbox.text() == (
        "Mira's table waits for you.\n"
        "Time until Tuesday, December 1, 2026, 18:40 UTC.\n"
        "https://yeti.example/t/KRT7Q4\n\n"
        "-- \n"
        "You asked for a mail when it is your move. To stop them, with one click:\n"
        f"{stop}\n"
    )


async def test_several_tables_in_german(mailbox: Mailbox) -> None:
    """One mail for all of them, in the language of whoever gave the address."""
    letter = Letters(fronts).letter("de", "ines@example.org", linked(call(), call("ABCDEF", "", None)), stop)
    await Smtp(SmtpServer("127.0.0.1", mailbox.port), "yeti@example.org").send(letter)
    assert mailbox.mails[0][1]["Subject"] == "Du bist an mehreren Tischen dran"
    assert (
        "Der Tisch von Mira wartet auf dich.\nZeit bis Dienstag, 1. Dezember 2026, 18:40 UTC."
        in mailbox.text()
    )
    assert "Ein Tisch wartet auf dich.\nhttps://yeti.example/t/ABCDEF" in mailbox.text()


def test_the_question_says_nothing_of_anybody() -> None:
    """It may reach a stranger: no name, no table, nothing somebody could have written into it."""
    letter = Letters(fronts).question("en", "x@example.org", "https://yeti.example/notices/confirm?token=abc")
    assert letter.text.count("https://") == 1
    assert letter.stop is None


@pytest.mark.parametrize("evil", ["a@b.de\r\nBcc: all@b.de", "a@b.de\nX: y", "a@b.de\r\n\r\nbody"])
async def test_no_line_of_anybody_becomes_a_header(mailbox: Mailbox, evil: str) -> None:
    """An address that got past every check still cannot add a header: the mail is not sent at all."""
    fate = await Smtp(SmtpServer("127.0.0.1", mailbox.port), "yeti@example.org").send(Letter(evil, "s", "t"))
    assert fate is DeliveryResult.LOST
    with pytest.raises(ValueError, match=r"[Hh]eader values may not"):
        message_of(Letter("a@b.de", "subject\r\nBcc: all@b.de", "t"), "yeti@example.org")
    assert mailbox.mails == []


@pytest.mark.parametrize(
    ("answer", "fate"), [("451 later", DeliveryResult.LATER), ("554 never", DeliveryResult.LOST)]
)
async def test_what_the_server_says(mailbox: Mailbox, answer: str, fate: DeliveryResult) -> None:
    """4xx is for later, 5xx for ever; the person who is waiting for the question hears of both."""
    mailbox.answer = answer
    way = Smtp(SmtpServer("127.0.0.1", mailbox.port), "yeti@example.org")
    assert await way.send(Letter("a@b.de", "s", "t")) is fate
    with pytest.raises(MailDown):
        await way.post(Letter("a@b.de", "s", "t"))


async def test_a_server_that_is_away_is_tried_again_later() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert (
        await Smtp(SmtpServer("127.0.0.1", port), "y@example.org").send(Letter("a@b.de", "s", "t"))
        is DeliveryResult.LATER
    )


async def test_user_and_password_go_over_tls_or_not_at_all(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Percent signs in SMTP_URL stand for what an address cannot hold; a wrong password can be mended until the next
    try; to a server that offers no encryption nothing is said.
    """
    monkeypatch.setattr(mail, "patience_s", 2.0)
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(certificate)
    trust = ssl.create_default_context(cafile=str(certificate))
    with Mailbox.open(tls=inside) as mailbox:
        server = mail_server(f"smtp://yeti:p%40ss%20word@localhost:{mailbox.port}")
        assert (
            await Smtp(server, "yeti@example.org", tls=trust).send(Letter("a@b.de", "s", "t"))
            is DeliveryResult.SENT
        )
        assert mailbox.logins == [("yeti", "p@ss word")]
        wrong = Smtp(mail_server(f"smtp://yeti:no@localhost:{mailbox.port}"), "yeti@example.org", tls=trust)
        assert await wrong.send(Letter("a@b.de", "s", "t")) is DeliveryResult.LATER
        assert len(mailbox.mails) == 1
        unknown = Smtp(server, "yeti@example.org")
        assert await unknown.send(Letter("a@b.de", "s", "t")) is not DeliveryResult.SENT, (
            "a certificate nobody vouches for"
        )
    with Mailbox.open() as open_to_all:
        plain = Smtp(mail_server(f"smtp://yeti:p@127.0.0.1:{open_to_all.port}"), "yeti@example.org")
        assert await plain.send(Letter("a@b.de", "s", "t")) is not DeliveryResult.SENT
        assert open_to_all.mails == []
