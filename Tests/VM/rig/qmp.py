"""QMP, QEMU's control connection: commands, their answers, and events."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from .connection import Connection
from .errors import CommandFailed

Message = dict[str, Any]


class Qmp(Connection):
    """Commands to QEMU.  Events are kept in order; take mark() before what causes one."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "QMP")
        self._numbers = itertools.count(1)
        self._greeting: Message | None = None
        self._answers: dict[int, Message] = {}
        self._events: list[Message] = []

    def feed(self, data: bytes) -> bytes:
        *lines, rest = data.split(b"\n")
        for line in lines:
            if not line.strip():
                continue
            message: Message = json.loads(line)
            if "QMP" in message:
                self._greeting = message
            elif "event" in message:
                self._events.append(message)
            else:
                self._answers[message["id"]] = message
        return rest

    def negotiate(self, timeout: float) -> None:
        """Wait for QEMU's greeting and leave the mode in which it takes no commands."""
        self.wait_for(lambda: self._greeting, timeout, lambda: "QEMU's greeting")
        self.command("qmp_capabilities")

    def command(self, name: str, *, timeout: float = 60, **arguments: Any) -> Any:
        """Run one command and return its value.  Raises CommandFailed with QEMU's own words."""
        number = next(self._numbers)
        request = {"execute": name, "arguments": arguments, "id": number}
        self.send(json.dumps(request).encode() + b"\n")
        answer = self.wait_for(lambda: self._answers.pop(number, None), timeout, lambda: f"the answer to {name}")
        if "error" in answer:
            raise CommandFailed(f"QEMU refuses {name}: {answer['error']['desc']}", where=f"QMP {arguments}",
                                remedy="check the names and arguments given to the rig")
        return answer["return"]

    def mark(self) -> int:
        """The place in the list of events that wait_event() shall start from."""
        with self.changed:
            return len(self._events)

    def events(self, name: str, *, since: int) -> list[Message]:
        """The data of all events `name` after `since` so far."""
        with self.changed:
            return [event.get("data", {}) for event in self._events[since:] if event["event"] == name]

    def wait_event(self, name: str, *, since: int, timeout: float = 60, **wanted: Collection[str]) -> Message:
        """The data of the first event `name` after `since` in which each named value is one of those
        given (`status=("completed", "failed")`).  Raises TimedOut, GuestLost."""
        def find() -> Message | None:
            return next((data for data in self.events(name, since=since)
                         if all(data.get(key) in values for key, values in wanted.items())), None)
        return self.wait_for(find, timeout, lambda: f"event {name} {wanted}; came: {self._events[since:][-5:]}")
