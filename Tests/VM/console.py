#!/usr/bin/env python3
"""Boot a guest and play with its keyboards, while the output of a command in it is shown.

    console.py --deb keyguide_1.0_amd64.deb
    guest> plug a
    guest> key a leftmeta left

Commands can also be piped in; the exit status is 1 if one of them fails.  `help` lists them.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from rig import Machine, RigError, cached_image, fresh
from rig.errors import GuestLost
from rig.guest_contents import SUITES
from rig.screen import Screen
from rig.signals import exit_on_sigterm

_WAIT_SECONDS = 60.0
_NO_INPUT_DEVICE = "usb-hub"


class Console:
    """The verbs, for one guest."""

    def __init__(self, guest: Machine, screen: Screen) -> None:
        self._guest = guest
        self._screen = screen
        self._drivers: dict[str, str] = {}
        # A key pressed before the guest has set up the keyboard is lost, so plug waits for udev.
        self._udev = guest.start("exec udevadm monitor --udev --subsystem-match=input")
        self._udev.wait_line("^UDEV - ")
        self.verbs: dict[str, tuple[str, Callable[[list[str]], None]]] = {
            "plug": ("NAME [DRIVER] - plug in a keyboard (usb-kbd), usb-mouse, usb-tablet or usb-hub", self.plug),
            "unplug": ("NAME - pull it", self.unplug),
            "key": ("NAME KEY... - press a chord by Linux's names: key a leftmeta left", self.key),
            "type": ("NAME TEXT - type as on a US keyboard", self.type),
            "suspend": ("- put the guest to sleep", lambda _: guest.power.suspend()),
            "wake": ("- wake it", lambda _: guest.power.wake()),
            "run": ("COMMAND - run a command in the guest as root and show its output", self.run),
            "wait": ("TEXT - wait until the watched command prints a line with TEXT", self.wait),
            "help": ("- this list", self.help),
        }

    def plug(self, words: list[str]) -> None:
        """plug NAME [DRIVER]"""
        name, driver = words[0], words[1] if len(words) > 1 else "usb-kbd"
        self._guest.keyboards.plug(name, driver)
        self._drivers[name] = driver
        if driver != _NO_INPUT_DEVICE:
            self._udev.wait_line(r"UDEV .* add .*/event\d+ ")

    def unplug(self, words: list[str]) -> None:
        """unplug NAME"""
        self._guest.keyboards.unplug(words[0])
        if self._drivers.pop(words[0]) != _NO_INPUT_DEVICE:
            self._udev.wait_line(r"UDEV .* remove .*/event\d+ ")

    def key(self, words: list[str]) -> None:
        """key NAME KEY..."""
        self._guest.keyboards.key(words[0], *words[1:])

    def type(self, words: list[str]) -> None:
        """type NAME TEXT"""
        self._guest.keyboards.type(words[0], " ".join(words[1:]))

    def run(self, words: list[str]) -> None:
        """run COMMAND"""
        command = self._guest.run(" ".join(words), timeout=600, check=False)
        for text in (command.output, command.error_output):
            if text:
                self._screen.show(text.rstrip("\n"))
        if command.exit_code:
            self._screen.show(f"(exit status {command.exit_code})")

    def wait(self, words: list[str]) -> None:
        """wait TEXT"""
        text = " ".join(words)
        if not self._screen.wait_watched(text, _WAIT_SECONDS):
            raise ValueError(f"no line with {text!r} came within {_WAIT_SECONDS:g} s")

    def help(self, _: list[str]) -> None:
        """help"""
        lines = [f"{verb} {usage}" for verb, (usage, _) in self.verbs.items()]
        self._screen.show("\n".join([*lines, "quit - end the guest"]))

    def obey(self, line: str) -> bool:
        """Carry out one command; returns whether it worked.  Raises GuestLost."""
        verb, *words = line.split()
        usage, action = self.verbs.get(verb, ("", None))
        try:
            if action is None:
                raise ValueError(f"unknown command {verb!r}; try help")
            action(words)
        except IndexError:
            self._screen.show(f"usage: {verb} {usage}")
        except ValueError as error:
            self._screen.show(str(error))
        except GuestLost:
            raise
        except RigError as error:
            self._screen.show(str(error))
        else:
            return True
        return False


def watch(guest: Machine, script: str, screen: Screen) -> None:
    """Show the lines of a guest command until it ends (runs on a thread of its own)."""
    command = guest.start(f"exec 2>&1; {script}")
    try:
        while True:
            screen.show_watched(command.wait_line("", timeout=threading.TIMEOUT_MAX).string)
    except GuestLost:
        return                      # the console has ended
    except RigError:
        screen.show(f"({script!r} has ended with status {command.exit_code})")


def main() -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", choices=SUITES, default="trixie", help="Debian suite of the guest")
    parser.add_argument("--deb", type=Path, help="a package to install in it")
    parser.add_argument("--watch", default="keyguidectl monitor", metavar="COMMAND",
                        help="the guest command whose output is shown (default: %(default)s)")
    options = parser.parse_args()
    exit_on_sigterm()
    print(f"starting a {options.suite} guest (about a minute the first time)", flush=True)
    screen = Screen()
    all_worked = True
    try:
        with fresh(cached_image(options.suite), deb=options.deb) as guest:
            console = Console(guest, screen)
            threading.Thread(target=watch, args=(guest, options.watch, screen), daemon=True).start()
            for line in screen.commands():
                if line.strip() == "quit":
                    break
                if line.strip():
                    all_worked = console.obey(line) and all_worked
    except RigError as error:
        print("\n".join([f"console.py: {error}", *getattr(error, "__notes__", [])]), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 130
    return 0 if all_worked else 1


if __name__ == "__main__":
    sys.exit(main())
