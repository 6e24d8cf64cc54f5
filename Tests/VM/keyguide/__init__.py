"""Keyguide in a guest, as its tests see it."""

from .daemon import DAEMON, SOCKET, Daemon
from .devices import device_list, keyboard_facts
from .monitor import Monitor, attached, detached
from .plugging import plug, unplug, wait_chord
from .udev_socket import UdevSocket

__all__ = ["DAEMON", "SOCKET", "Daemon", "Monitor", "UdevSocket", "attached", "detached", "device_list",
           "keyboard_facts", "plug", "unplug", "wait_chord"]
