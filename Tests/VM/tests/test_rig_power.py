"""The rig's suspend, wake and power button."""

from rig import Machine, Spy

SUITES = ("trixie",)                                    # the product's own tests do the same on both


def test_rig_suspend_and_wake(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("a")
    first = spy.wait_opened()
    bare_guest.power.suspend()
    bare_guest.power.wake()
    bare_guest.keyboards.key("a", "m")
    assert spy.wait_key("KEY_M", 0) == first
    # Pulled and plugged while asleep: both show after the wake.
    bare_guest.power.suspend()
    bare_guest.keyboards.plug("b")
    bare_guest.keyboards.unplug("a")
    bare_guest.power.wake()
    spy.wait_gone()
    spy.command.rewind()
    assert spy.wait_opened() == first
    spy.wait_opened()
    bare_guest.keyboards.key("b", "n")
    spy.wait_key("KEY_N", 0)


def test_rig_power_button_is_an_event_only(bare_guest: Machine) -> None:
    spy = Spy(bare_guest, every_device=True)
    bare_guest.power.press_button()
    node = spy.wait_key("KEY_POWER", 1)
    name = bare_guest.run(f"cat /sys/class/input/{node.rsplit('/', 1)[1]}/device/name").output
    assert name == "Power Button\n", name
    assert bare_guest.run("systemctl list-jobs --no-legend").output == "", "a shutdown was started"
