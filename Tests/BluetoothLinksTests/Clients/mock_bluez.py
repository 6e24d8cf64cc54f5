"""BlueZ as python-dbusmock plays it, on the bus at ADDRESS. Lines on standard input drive it; each is answered "ok".

Usage: mock_bluez.py ADDRESS

    start               start the mock, and wait until it owns its name
    kill                kill it
    ping                call org.bluez, whoever that is, started by the bus if need be; errors are fine
    RemoveDevice A D    a method of the adapter
    METHOD ARGUMENTS    a method of org.bluez.Mock, as in "ConnectDevice hci0 A0:B1:C2:D3:E4:F5"
"""

import os
import subprocess
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
from gi.repository import GLib

NAME = "org.bluez"


def start() -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "dbusmock", "--system", "--template", "bluez5"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def wait_for_owner(bus: dbus.bus.BusConnection) -> None:
    loop = GLib.MainLoop()
    watch = bus.watch_name_owner(NAME, lambda owner: owner and loop.quit())
    loop.run()
    watch.cancel()


def call(bus: dbus.bus.BusConnection, method: str, arguments: list[str]) -> None:
    if method == "RemoveDevice":
        adapter, device = arguments
        path = f"/org/bluez/{adapter}"
        device_path = f"{path}/dev_{device.replace(':', '_')}"
        bus.call_blocking(NAME, path, "org.bluez.Adapter1", method, "o", (device_path,))
    else:
        bus.call_blocking(NAME, "/", "org.bluez.Mock", method, "s" * len(arguments), arguments)


def ping(bus: dbus.bus.BusConnection) -> None:
    try:
        bus.call_blocking(NAME, "/", "org.freedesktop.DBus.Peer", "Ping", "", ())
    except dbus.DBusException:
        pass


def main() -> None:
    address = sys.argv[1]
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = address
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(address)
    mock = None
    for line in sys.stdin:
        command, *arguments = line.split()
        if command == "start":
            mock = start()
            wait_for_owner(bus)
        elif command == "kill":
            mock.kill()
            mock.wait()
        elif command == "ping":
            ping(bus)
        else:
            call(bus, command, arguments)
        print("ok", flush=True)


main()
