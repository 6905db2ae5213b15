"""Where this server is reached, and which pages are its own.

With BASE_URL set, scheme and host come from it alone. Beside it only an address of numbers or `localhost` is answered
(monitors, a proxy that names the upstream): no other site's name can be made to lead there unnoticed.
"""

import ipaddress
from urllib.parse import urlsplit

ports = {"http": 80, "https": 443}


def split(origin: str) -> tuple[str, str, int] | None:
    """(scheme, host, port) of an origin, None for what is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ports or not parts.hostname or parts.path or parts.query or parts.username:
        return None
    return parts.scheme, parts.hostname, port or ports[parts.scheme]


def literal(host: str) -> bool:
    """Whether a host is an address of numbers, or this machine's own name: nobody's name server has a say in it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def known_host(host: str, base_url: str | None) -> bool:
    """Whether a request with this `Host` is meant for us; without BASE_URL that cannot be told."""
    if base_url is None:
        return True
    base, asked = split(base_url), split(f"http://{host}")
    return asked is not None and (literal(asked[1]) or (base is not None and asked[1] == base[1]))


def own_page(origin: str, host: str, scheme: str, base_url: str | None) -> bool:
    """Whether a page of this origin is one of ours. A page that came in the clear is none of an encrypted server's.
    The other way round it is: a proxy that ends TLS may not have told us (`TRUSTED_PROXIES`).
    """
    given = split(origin)
    if given is None or len(origin) > 300:
        return False
    if base_url is not None and given == split(base_url):
        return True
    encrypted = scheme in ("https", "wss")
    own = split(f"{given[0]}://{host}")
    if own is None or given != own or (encrypted and given[0] != "https"):
        return False
    return base_url is None or literal(own[1])
