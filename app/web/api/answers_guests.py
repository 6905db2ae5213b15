"""Answers about who somebody is: guests, devices, keys. The others: `answers.py`."""

from typing import Annotated

from pydantic import Field

from app.web.api.answers import ApiAnswer, Instant


class NewGuest(ApiAnswer):
    """`token` is the person from now on: keep it, send it as `Authorization: Bearer`, and nowhere else."""

    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
    name: str


class Returned(NewGuest):
    """`key`: the next recovery key, where one has been used up; show it to the person now."""

    key: str | None


class DeviceAnswer(ApiAnswer):
    """`sign` names it in `me/devices/end`; `label`: what it said it was, "" if nothing."""

    sign: str
    label: str
    created_at: Instant
    seen_at: Annotated[int, Field(description="To the hour.")]
    here: bool


class Devices(ApiAnswer):
    devices: list[DeviceAnswer]


class DeviceCodeAnswer(ApiAnswer):
    code: str
    link: str
    expires_at: Instant


class RecoveryKeyAnswer(ApiAnswer):
    key: str
