"""The installed daemon of one guest: its process and its unit."""

from __future__ import annotations

import time
from collections.abc import Callable

from rig import Machine

DAEMON = "keyguided.service"
SOCKET = "/run/keyguide/io.keyguide"


class Daemon:
    """What systemd and /proc say of keyguided."""

    def __init__(self, guest: Machine) -> None:
        self._guest = guest

    def is_active(self) -> bool:
        """Whether the service runs; it does not before its first client."""
        return self.show("ActiveState") == "active"

    def show(self, name: str) -> str:
        """One property of the service, as systemctl shows it."""
        return self._guest.run(f"systemctl show -P {name} {DAEMON}").output.strip()

    def process(self) -> int:
        """Its process id; 0 when it does not run."""
        return int(self.show("MainPID"))

    def open_files(self) -> list[str]:
        """What its descriptors point to, sorted."""
        process = self.process()
        files = self._look_at_files(process)
        # It lends some to libudev, and has those of a client that has just gone, for a moment: two looks must agree.
        while (again := self._look_at_files(process)) != files:
            files = again
        return files

    def wait_files(self, files: list[str]) -> None:
        """Wait until its descriptors point to these again, while it deals with the last messages."""
        deadline = time.monotonic() + 60
        while (found := self.open_files()) != files:
            assert time.monotonic() < deadline, (found, files)

    def wait_stored(self, count: int) -> None:
        """Wait until systemd keeps so many descriptors: one that is killed at once may have told of some in vain."""
        self._guest.run(f"until [ $(systemctl show -P NFileDescriptorStore {DAEMON}) -ge {count} ]; do :; done")

    def _look_at_files(self, process: int) -> list[str]:
        # One that goes from under the shell is left out.
        listing = self._guest.run(f"cd /proc/{process}/fd && for f in *; do readlink $f || :; done")
        return sorted(line for line in listing.output.splitlines() if line)

    def keyboard_nodes(self) -> list[str]:
        """The evdev nodes that it has open, sorted."""
        return [path for path in self.open_files() if path.startswith("/dev/input/")]

    def wait_nodes(self, count: int) -> None:
        """Wait until it has so many keyboards open: those that are no news are told to nobody."""
        self._wait_for_devices(lambda: len(self.keyboard_nodes()) == count)

    def wait_only_serial(self, serial: str) -> None:
        """Wait until the one keyboard that it has open is that with this serial number.

        After a storm another may still be on its way through udev; and the kernel swallows keys of a USB keyboard
        that nobody has open yet, so that it is pressed only after this.
        """
        self._wait_for_devices(lambda: self._serials() == [serial])

    def _serials(self) -> list[str]:
        """The serial numbers of the keyboards that it has open; "" for a node that has gone."""
        command = "udevadm info --query=property --property=ID_SERIAL_SHORT --value --name="
        return [self._guest.run(f"{command}{node} || :").output.strip() for node in self.keyboard_nodes()]

    def _wait_for_devices(self, condition: Callable[[], bool]) -> None:
        events = self._guest.start("exec udevadm monitor --udev --subsystem-match=input")
        events.wait_line("^UDEV - ")
        while True:
            # udev tells all listeners at once, and the daemon serves devices before clients: when it answers, it has
            # dealt with every event that we have seen.
            self._guest.run("keyguidectl status")
            if condition():
                break
            events.wait_line("UDEV ", 120)
        events.send_signal()

    def configure(self, lines: str, section: str = "Service") -> None:
        """Give the service's unit a drop-in with these lines of a section; holds from its next start."""
        self._guest.write_file(f"/etc/systemd/system/{DAEMON}.d/test.conf", f"[{section}]\n{lines}\n")
        self._guest.run("systemctl daemon-reload")
