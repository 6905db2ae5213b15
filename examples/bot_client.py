"""A bot that joins by code and plays to the end: python bot_client.py http://127.0.0.1:8000 KRT7Q4 [NAME]"""

import asyncio
import json
import random
import sys

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


async def play(server: str, code: str, name: str = "Robin") -> dict:
    async with httpx.AsyncClient(base_url=f"{server}/api/v1", timeout=20) as http:
        guest = (await http.post("/guests", json={"name": name})).raise_for_status().json()
        http.headers["authorization"] = f"Bearer {guest['token']}"  # the token is the guest: keep it
        (await http.post(f"/tables/{code}/join")).raise_for_status()
        (await http.post(f"/tables/{code}/ready", json={"ready": True})).raise_for_status()
        socket = f"ws{server.removeprefix('http')}/api/v1/tables/{code}/socket"
        who = {"authorization": http.headers["authorization"]}
        async for line in connect(socket, additional_headers=who):  # comes back when the line breaks
            try:
                async for message in line:  # the whole table at every change, a heartbeat when all is quiet
                    table = json.loads(message)
                    if table.get("outcome"):
                        return table
                    if table.get("you", {}).get("awaited"):
                        legal = (await http.get(f"/tables/{code}/actions")).raise_for_status().json()
                        if legal["actions"]:
                            pick = {"decision": legal["decision"], "action": random.choice(legal["actions"])}
                            await http.post(f"/tables/{code}/actions", json=pick)  # 409: overtaken
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code in (4401, 4403, 4404):
                    break
    raise SystemExit("This table is not for me any more.")


if __name__ == "__main__":
    end = asyncio.run(play(*sys.argv[1:]))
    print("Winners:", [end["room"]["seats"][seat]["name"] for seat in end["outcome"]["winners"]])
