"""The daemon's list of devices: keyguidectl devices --json in the guest."""

from __future__ import annotations

import json

from rig import Machine

from .monitor import Reply


def device_list(guest: Machine) -> list[Reply]:
    """All input devices of seat0, with verdicts, facts and nodes."""
    devices: list[Reply] = json.loads(guest.run("keyguidectl devices --json").output)["devices"]
    return devices


def keyboard_facts(guest: Machine) -> list[Reply]:
    """The facts about each keyboard of seat0."""
    return [device["keyboard"] for device in device_list(guest) if device["verdict"] == "keyboard"]
