"""What the rig says and does when things go wrong."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rig import Image, Machine, fresh
from rig.errors import CommandFailed, GuestLost, Misuse, TimedOut

SUITES = ("trixie",)


def test_rig_failure_carries_console_and_journal(image: Image) -> None:
    folder = None
    try:
        with fresh(image) as guest:
            folder = guest.work.path
            guest.run("echo said-to-journal | systemd-cat; echo said-to-console > /dev/ttyS0")
            guest.console.wait_line("said-to-console", since=0)
            guest.run("echo to-output; echo to-errors >&2; exit 3")
    except CommandFailed as error:
        text = "\n".join([str(error), *error.__notes__])
    else:
        raise AssertionError("a command that failed did not raise")
    for part in ("status 3", "to-output", "to-errors", "said-to-journal", "said-to-console"):
        assert part in text, (part, text)
    assert folder is not None and not folder.exists(), "the guest's folder is left over"


def test_rig_time_out_says_what_came_instead(bare_guest: Machine) -> None:
    command = bare_guest.start("echo first; echo second; exec sleep 1000")
    command.wait_line("first")
    try:
        command.wait_line("third", timeout=2)
    except TimedOut as error:
        assert "'third'" in str(error) and "| second" in str(error) and "| first" not in str(error), error
    else:
        raise AssertionError("a line that never came was found")


def test_rig_misuse_names_the_remedy(bare_guest: Machine) -> None:
    bare_guest.keyboards.plug("a")
    wrongs: dict[str, Callable[[], None]] = {
        "unplug it first": lambda: bare_guest.keyboards.plug("a"),
        "leftmeta": lambda: bare_guest.keyboards.key("a", "leftmet"),
        "['a']": lambda: bare_guest.keyboards.key("b", "a"),
        "call suspend() first": lambda: bare_guest.power.wake(),
    }
    for part, wrong in wrongs.items():
        try:
            wrong()
        except Misuse as error:
            assert part in error.remedy, error
        else:
            raise AssertionError(f"nothing was raised that says {part!r}")


def test_rig_dead_guest_ends_the_wait(bare_guest: Machine) -> None:
    command = bare_guest.start("exec sleep 1000")
    bare_guest.start("echo c > /proc/sysrq-trigger")
    try:
        command.wait_line("never")
    except GuestLost:
        report = bare_guest.report()
        assert "Kernel panic - not syncing: sysrq triggered crash" in report and "Kernel Offset:" in report, report
    else:
        raise AssertionError("a wait outlived its guest")


def test_rig_killed_driver_takes_guest_along(image: Image) -> None:
    home = Path(__file__).resolve().parent.parent
    script = (f"from rig import cached_image, fresh; guest = fresh(cached_image({image.suite!r})); "
              "print(guest.qemu.process_id, guest.work.path, flush=True); input()")
    driver = subprocess.Popen([sys.executable, "-c", script], cwd=home, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    assert driver.stdout is not None
    number, folder = driver.stdout.readline().split()
    ended = os.pidfd_open(int(number))
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert select.select([ended], [], [], 30)[0], "QEMU outlived the process that started it"
    assert Path(folder).exists()
    with fresh(image):
        assert not Path(folder).exists(), "the next guest did not clean up"
