"""What schemathesis plays on (a module of hooks for it, see `api_fuzz.py`): a person, and tables in every state.

Without it nearly every generated request would end at "who are you" or "no such table". Tables are in the lobby, being
played and over; what a request has spoilt (everybody left, the person removed) is set up anew. One code in eight is
wrong. Nothing here is random by itself: a run with the same seed asks the same.
"""

import os
import time
import zlib
from typing import Any

import httpx
import schemathesis
from schemathesis import Case, HookContext, Response

address = os.environ["API_FUZZ_ADDRESS"]
spoiling = {"leave", "remove_seat", "give_role"}


class Stage:
    """`token`: of the person who asks; `other`: of one who may leave without a table closing; `codes`: lobby, race,
    race of somebody else that lets people look on, finished race; `over`: the id of the finished one.
    """

    def __init__(self) -> None:
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=20)
        self.token = self.other = ""
        self.codes: list[str] = []
        self.over = ""
        self.set_up()

    def set_up(self) -> None:
        self.token, self.other = self.guest("Mira"), self.guest("Ruben")
        host, ruben = self._as(self.token), self._as(self.other)
        lobby = self._post("/tables", host)["room"]["code"]
        self._post(f"/tables/{lobby}/join", ruben)
        race = self._post("/tables", host)["room"]["code"]
        self._post(f"/tables/{race}/join", ruben)
        self._post(f"/tables/{race}/bots", host)
        self._post(f"/tables/{race}/start", host, confirm=True)
        seen = self._post("/tables", ruben, solo=True)["room"]["code"]
        self._post(f"/tables/{seen}/spectators", ruben, on=True)
        done = self._finished(host)
        self.codes = [lobby, race, seen, done]
        self.over = self.http.get(f"/tables/{done}", headers=host).json()["table"]

    def _finished(self, host: dict[str, str]) -> str:
        """A solo race, played to its end."""
        code: str = self._post("/tables", host, solo=True)["room"]["code"]
        for _ in range(60):
            choices = self.http.get(f"/tables/{code}/actions", headers=host).json()
            if not choices["actions"]:
                return code
            action = choices["actions"][-1]
            self._post(f"/tables/{code}/actions", host, decision=choices["decision"], action=action)
        raise RuntimeError("the race has no end")

    def guest(self, name: str) -> str:
        token: str = self._post("/guests", {}, name=name)["token"]
        return token

    def _as(self, token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"}

    def _post(self, path: str, headers: dict[str, str], **body: object) -> Any:
        answer = self.http.post(path, headers=headers, json=body)
        while answer.status_code == 429:  # a long run makes more people than an address may at once
            time.sleep(int(answer.headers["retry-after"]))
            answer = self.http.post(path, headers=headers, json=body)
        answer.raise_for_status()
        return answer.json()


stage = Stage()


@schemathesis.auth(refresh_interval=None)
class Token:
    """The person's token, as it is now. Whoever is removed has just come, and who leaves was not alone: a table that
    was opened does not close behind the back of whoever looks for it next.
    """

    def get(self, case: Case, _context: Any) -> str:
        name = case.operation.definition.raw.get("operationId")
        return {"remove_me": lambda: stage.guest("Otto"), "leave": lambda: stage.other}.get(
            name, lambda: stage.token
        )()

    def set(self, case: Case, token: str, _context: Any) -> None:
        case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def map_path_parameters(_context: HookContext, path_parameters: dict[str, Any] | None) -> Any:
    """A code, an id or a game that leads somewhere, most of the time; which one follows from what was made up."""
    known = {"code": stage.codes, "table": [stage.over], "game": ["avalanche"]}
    mapped = dict(path_parameters or {})
    for name in known.keys() & mapped.keys():
        lot = zlib.crc32(str(mapped[name]).encode(errors="replace"))
        if lot % 8:
            mapped[name] = known[name][lot // 8 % len(known[name])]
    return mapped if path_parameters else path_parameters


@schemathesis.hook
def after_call(_context: HookContext, case: Case, response: Response) -> None:
    """Sets the stage anew after what changes who sits where."""
    name = case.operation.definition.raw.get("operationId")
    if name in spoiling and response.status_code < 300:
        stage.set_up()
