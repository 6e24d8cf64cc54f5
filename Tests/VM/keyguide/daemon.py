"""The installed daemon of one guest: its process and its unit."""

from __future__ import annotations

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
        listing = self._guest.run(f"cd /proc/{self.process()}/fd && for f in *; do readlink $f; done")
        return sorted(line for line in listing.output.splitlines() if line)

    def keyboard_nodes(self) -> list[str]:
        """The evdev nodes that it has open, sorted."""
        return [path for path in self.open_files() if path.startswith("/dev/input/")]

    def configure(self, section: str) -> None:
        """Give the service's unit a drop-in with these lines of [Service]; holds from its next start."""
        self._guest.write_file(f"/etc/systemd/system/{DAEMON}.d/test.conf", f"[Service]\n{section}\n")
        self._guest.run("systemctl daemon-reload")
