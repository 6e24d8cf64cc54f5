"""Keyboards that come and go faster than anybody follows."""

import random

from keyguide import Daemon, Monitor
from rig import Machine

CYCLES = 100


def test_storm_of_three_keyboards_ends_in_the_truth(guest: Machine) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    before = daemon.open_files()
    plugged: set[str] = set()
    for _ in range(2 * CYCLES):
        name = chance.choice("abc")
        if name in plugged:
            guest.keyboards.unplug(name)
        else:
            guest.keyboards.plug(name)
        plugged ^= {name}
        # Now and then let it settle: the state is the device set.
        if chance.random() < 0.1:
            monitor.wait_present(bool(plugged))
    for name in sorted(plugged):
        guest.keyboards.unplug(name)
    monitor.wait_present(False)
    guest.keyboards.plug("last", serial="last")
    daemon.wait_only_serial("last")
    guest.keyboards.press("last", "leftmeta")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
    guest.keyboards.unplug("last")
    monitor.wait_present(False)
    daemon.wait_files(before)
