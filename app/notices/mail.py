"""The way to a mail server. One connection a letter: they are few, and a kept one would have died by the next.

A letter counts as sent when the server has taken it. What fails before its text went out is tried again; what fails
afterwards is not, because nobody knows.
"""

import ssl
from datetime import UTC, datetime
from email.headerregistry import Address as Written
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

import aiosmtplib
import structlog

from app import settings
from app.notices.model import DeliveryResult
from app.players.addresses import Letter, MailDown

log = structlog.get_logger("mail")

patience_s = 15.0


def message_of(letter: Letter, sender: str) -> EmailMessage:
    """The mail with its headers. The library refuses a line break in any of them, whoever wrote it."""
    mail = EmailMessage()
    mail["From"] = Written("Yeti Mountain", addr_spec=sender)
    mail["To"] = Written(addr_spec=letter.to)
    mail["Subject"] = letter.subject
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    if letter.stop is not None:
        mail["List-Unsubscribe"] = f"<{letter.stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(letter.text, cte="quoted-printable")
    return mail


def written_out(mail: EmailMessage) -> bytes:
    """As it goes over the wire. Headers are not folded: a long link would be encoded for it, and mail programs look for
    it as it is.
    """
    return mail.as_bytes(policy=SMTP.clone(max_line_length=998))


class Smtp:
    """Implements `app.notices.ports.MailServer` and `app.players.addresses.Post`."""

    def __init__(
        self, server: settings.SmtpServer, sender: str, *, tls: ssl.SSLContext | None = None
    ) -> None:
        """`tls`: whose certificates are believed; None = those of the system."""
        self._server = server
        self._sender = sender
        self._tls = tls or ssl.create_default_context()

    async def post(self, letter: Letter) -> None:
        if await self.send(letter) is not DeliveryResult.SENT:
            raise MailDown

    async def send(self, letter: Letter) -> DeliveryResult:
        server = self._server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            timeout=patience_s,
            use_tls=server.encrypted,
            # A password is never sent in the clear: with one, a server that cannot encrypt is no server.
            start_tls=None if server.user is None or server.encrypted else True,
            tls_context=self._tls,
        )
        begun = taken = False
        try:
            mail = message_of(letter, self._sender)
            async with client:
                if server.user is not None:
                    await client.login(server.user, server.password or "")
                await client.mail(self._sender)
                await client.rcpt(letter.to)
                begun = True
                await client.data(written_out(mail))
                taken = True
        except aiosmtplib.SMTPResponseException as refused:
            if taken:
                return DeliveryResult.SENT
            # Of the letter or its receiver, 4xx is for later and 5xx for ever; what was said before is about us.
            log.warning("mail refused", code=refused.code)
            final = begun or isinstance(refused, aiosmtplib.SMTPRecipientRefused)
            return DeliveryResult.LOST if final and refused.code >= 500 else DeliveryResult.LATER
        except (aiosmtplib.SMTPException, OSError) as failed:
            if taken:
                return DeliveryResult.SENT  # only the goodbye failed
            log.warning("mail server away", fault=type(failed).__name__, begun=begun)
            return DeliveryResult.LOST if begun else DeliveryResult.LATER
        except ValueError:
            log.warning("mail unfit")
            return DeliveryResult.LOST
        return DeliveryResult.SENT
