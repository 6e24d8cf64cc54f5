"""Keyguide in a guest, as its tests see it."""

from .daemon import DAEMON, SOCKET, Daemon
from .devices import device_list, keyboard_facts
from .monitor import Monitor, attached, detached

__all__ = ["DAEMON", "SOCKET", "Daemon", "Monitor", "attached", "detached", "device_list", "keyboard_facts"]
