"""Somebody who plays by reading the page alone: headings, labels, buttons, tables. Knows no rule and no id."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

import httpx

from tests.web.conftest import Guest

void = {"input", "meta", "link", "br", "use", "path", "circle", "rect", "img"}


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    children: list["Node | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(c if isinstance(c, str) else f" {c.text} " for c in self.children).split())

    def all(self, tag: str) -> "list[Node]":
        found = []
        for child in self.children:
            if isinstance(child, Node):
                found += [child] if child.tag == tag else []
                found += child.all(tag)
        return found

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)


class Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("#page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {k: v or "" for k, v in attrs})
        self.open[-1].children.append(node)
        if tag not in void:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {k: v or "" for k, v in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag not in void:
            assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(html: str) -> Node:
    tree = Tree()
    tree.feed(html)
    assert tree.open == [tree.root]
    return tree.root


@dataclass
class Reader:
    """A guest on a text view. `page` is what was read last."""

    guest: Guest
    address: str = ""
    page: Node = field(default_factory=lambda: Node("#page", {}))
    status: int = 0

    async def read(self, address: str = "") -> Node:
        return await self.follow(await self.guest.http.get(address or self.address))

    async def follow(self, answer: httpx.Response) -> Node:
        while answer.status_code == 303:
            self.address = urlsplit(answer.headers["location"]).path
            answer = await self.guest.http.get(answer.headers["location"])
        self.status = answer.status_code
        self.page = parsed(answer.text)
        return self.page

    @property
    def heading(self) -> str:
        (heading,) = self.page.all("h1")
        return heading.text

    @property
    def refusal(self) -> str:
        return " ".join(
            n.text for tag in ("div", "p") for n in self.page.all(tag) if n.get("role") == "alert"
        )

    def form(self, button: str) -> Node:
        """The form with a button of this name."""
        for form in self.page.all("form"):
            if any(one.text == button for one in form.all("button")):
                return form
        raise LookupError(button)

    def buttons(self) -> list[str]:
        """Of the reader's own choice: the form right after the first heading."""
        for form in self.page.all("form"):
            if form.get("id") == "choice":
                return [button.text for button in form.all("button")]
        return []

    def labels(self) -> dict[str, Node]:
        """The choice's controls by what is heard of them: the group's legend and the label."""
        return {
            heard: one
            for form in self.page.all("form")
            if form.get("id") == "choice"
            for heard, one in named(form)
        }

    async def press(self, button: str, *, check: tuple[str, ...] = (), uncheck: tuple[str, ...] = ()) -> Node:
        """Sends the form with this button as a browser would, labels checked or unchecked before."""
        form = self.form(button)
        by_label = {one.get("id"): heard for heard, one in named(form)}
        for wanted in (*check, *uncheck):
            assert wanted in by_label.values(), wanted
        radios = {
            one.get("name")
            for one in form.all("input")
            if one.get("type") == "radio" and by_label[one.get("id")] in check
        }
        fields: list[tuple[str, str]] = []
        for one in form.all("input"):
            kind, label = one.get("type", "text"), by_label.get(one.get("id"), "")
            on = "checked" in one.attributes
            if kind == "radio" and one.get("name") in radios:
                on = label in check
            elif kind == "checkbox":
                on = (on or label in check) and label not in uncheck
            if kind in ("radio", "checkbox") and not on:
                continue
            fields.append((one.get("name"), one.get("value", "on")))
        pressed = next(one for one in form.all("button") if one.text == button)
        if pressed.get("name"):
            fields.append((pressed.get("name"), pressed.get("value")))
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        headers = {"referer": f"http://yeti.test{self.address}"}
        return await self.follow(await self.guest.http.post(form.get("action"), data=data, headers=headers))


def named(form: Node) -> list[tuple[str, Node]]:
    """Each labelled control of a form with its name: "Cards: Circle 4 Ski to card 2, space 1."."""
    return [
        (f"{group.all('legend')[0].text}: {label.text}", label.all("input")[0])
        for group in form.all("fieldset")
        for label in group.all("label")
    ]
