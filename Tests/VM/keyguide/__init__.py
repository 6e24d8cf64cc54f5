"""Keyguide in a guest, as its tests see it."""

from .daemon import DAEMON, SOCKET, Daemon
from .monitor import Monitor

__all__ = ["DAEMON", "SOCKET", "Daemon", "Monitor"]
