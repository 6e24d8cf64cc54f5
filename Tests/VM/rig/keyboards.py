"""USB devices of a guest: plug and unplug them, and press keys on one keyboard and no other."""

from __future__ import annotations

import time
from typing import Any

from .errors import Misuse, RigError
from .key_names import QEMU_NAMES, keys_for, linux_name
from .qmp import Qmp

# QEMU's USB keyboard holds 16 undelivered events and drops the rest, releases included; after that
# it reports ErrorRollOver, that is nothing, until it is plugged in anew.
_QUEUE = 14
# Within this time a guest fetches what is queued (it asks every 7 ms, but may be slow).
_DRAIN_SECONDS = 0.3
# Devices that can be bound to a seat, and by that be addressed.
_ADDRESSABLE = ("usb-kbd", "usb-tablet")


class Keyboards:
    """The USB ports of one guest.  Names of devices are the test's own."""

    def __init__(self, qmp: Qmp, seats: int) -> None:
        self._qmp = qmp
        self._free_seats = list(range(seats))
        self._seat_of: dict[str, int | None] = {}
        self._sent: dict[str, list[float]] = {}

    def plug(self, name: str, driver: str = "usb-kbd", *, port: str | None = None, serial: str | None = None) -> None:
        """Plug in a device; returns before the guest has seen it.

        `driver`: usb-kbd, usb-mouse, usb-tablet, usb-hub, usb-wacom-tablet.  `port`: "1" to "15", or
        "14.2" for port 2 of the hub at port 14.  Raises Misuse for a name that is in use or when no
        seat is free, CommandFailed for an unknown driver or a port that is taken.
        """
        if name in self._seat_of:
            raise Misuse(f"a device {name!r} is plugged already", where="plug",
                         remedy="unplug it first, or use another name")
        properties: dict[str, Any] = {"driver": driver, "id": name, "bus": "xhci.0"}
        if port is not None:
            properties["port"] = port
        if serial is not None:
            properties["serial"] = serial
        seat = self._take_seat() if driver in _ADDRESSABLE else None
        if seat is not None:
            properties["display"] = f"seat{seat}"
        try:
            self._qmp.command("device_add", **properties)
        except RigError:
            self._give_back(seat)
            raise
        self._seat_of[name] = seat
        self._sent[name] = []

    def unplug(self, name: str) -> None:
        """Pull a device, with what is plugged into it if it is a hub; returns when QEMU has removed
        it (the guest may still be at it).  Raises Misuse."""
        if name not in self._seat_of:
            raise Misuse(f"no device {name!r} is plugged", where="unplug", remedy=f"plugged are {self.names()}")
        mark = self._qmp.mark()
        self._qmp.command("device_del", id=name)
        self._qmp.wait_event("DEVICE_DELETED", since=mark, device=(name,))
        # A hub's event comes after those of the devices on it.
        for event in self._qmp.events("DEVICE_DELETED", since=mark):
            gone = event.get("device")
            if gone in self._seat_of:
                self._give_back(self._seat_of.pop(gone))
                del self._sent[gone]

    def names(self) -> list[str]:
        """Names of what is plugged, in the order of plugging."""
        return list(self._seat_of)

    def key(self, name: str, *keys: str) -> None:
        """Press the keys in order and release them in reverse: key("a", "leftmeta", "left")."""
        self.press(name, *keys)
        self.release(name, *reversed(keys))

    def press(self, name: str, *keys: str) -> None:
        """Press keys and hold them.  At most 14 at once; Linux's names (see key_names)."""
        self._send(name, keys, down=True)

    def release(self, name: str, *keys: str) -> None:
        """Release keys."""
        self._send(name, keys, down=False)

    def type(self, name: str, text: str) -> None:
        """Type text as on a US keyboard, at most 23 characters a second.  Raises Misuse for others."""
        for character in text:
            self.key(name, *keys_for(character))

    def _send(self, name: str, keys: tuple[str, ...], *, down: bool) -> None:
        seat = self._seat_of.get(name)
        if seat is None:
            raise Misuse(f"{name!r} takes no keys", where="key", remedy=f"name a plugged keyboard of {self.names()}")
        codes = [QEMU_NAMES[linux_name(key)] for key in keys]
        self._wait_for_room(self._sent[name], len(codes))
        self._qmp.command("input-send-event", device=f"seat{seat}", head=0, events=[
            {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": code}}} for code in codes])

    @staticmethod
    def _wait_for_room(sent: list[float], count: int) -> None:
        """Wait until `count` more events fit into the keyboard's queue.  QEMU tells nobody when the
        guest has fetched one, so this goes by the time that they were sent."""
        if count > _QUEUE:
            raise Misuse(f"{count} keys at once", where="key",
                         remedy=f"QEMU's keyboard takes {_QUEUE}: use several calls")
        while True:
            now = time.monotonic()
            sent[:] = [moment for moment in sent if moment > now - _DRAIN_SECONDS]
            if len(sent) + count <= _QUEUE:
                sent += [now] * count
                return
            time.sleep(sent[0] + _DRAIN_SECONDS - now)

    def _take_seat(self) -> int:
        if not self._free_seats:
            raise Misuse("all seats are taken", where="plug", remedy="unplug a keyboard, or use Settings(seats=...)")
        return self._free_seats.pop(0)

    def _give_back(self, seat: int | None) -> None:
        if seat is not None:
            self._free_seats.append(seat)
