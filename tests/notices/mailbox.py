"""A real mail server on this machine, that keeps what it is given."""

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword


@dataclass
class Mailbox:
    """`answer`: what the server says to a mail's text, as in "451 later"; None = it takes it. `user`: who may send,
    None = anybody.
    """

    port: int = 0
    mails: list[tuple[list[str], EmailMessage]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    answer: str | None = None
    logins: list[tuple[str, str]] = field(default_factory=list)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd's name
        if self.answer is not None:
            return self.answer
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append((envelope.rcpt_tos, mail))
        self.raw.append(envelope.content)
        return "250 taken"

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, _way: str, given: Any) -> AuthResult:
        assert isinstance(given, LoginPassword)
        self.logins.append((given.login.decode(), given.password.decode()))
        return AuthResult(success=given.password == b"p@ss word")

    @classmethod
    @contextmanager
    def open(cls, *, tls: ssl.SSLContext | None = None) -> Iterator["Mailbox"]:
        """With `tls`: only after STARTTLS, and only for somebody who has logged in."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            made = cls(free.getsockname()[1])
        asked = {"auth_required": True, "authenticator": made.authenticate, "tls_context": tls}
        controller = Controller(made, hostname="127.0.0.1", port=made.port, **(asked if tls else {}))
        controller.start()
        try:
            yield made
        finally:
            controller.stop()

    def text(self, index: int = -1) -> str:
        content = self.mails[index][1].get_content()
        assert isinstance(content, str)
        return content.replace("\r\n", "\n")

    def link(self, kind: str, index: int = -1) -> str:
        """Path and query of the latest mail's link of this kind."""
        found = re.search(rf"https?://[^/\s]+(/notices/{kind}\?token=[\w-]+)", self.text(index))
        assert found, self.text(index)
        return found[1]
