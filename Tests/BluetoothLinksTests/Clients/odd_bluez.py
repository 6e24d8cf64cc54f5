"""A service that owns org.bluez on the bus at ADDRESS, and answers as BlueZ never would.

It answers GetManagedObjects with ANSWER. Lines on standard input have it send more to whoever asked; each line is
answered "ok":

    signal SIGNAL    from org.bluez
    forge SIGNAL     from a connection that is not org.bluez

Usage: odd_bluez.py ADDRESS ANSWER
"""

import sys
import threading

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

NAME = "org.bluez"
DEVICE = "org.bluez.Device1"
PATH = "/org/bluez/hci0/dev_A0_B1_C2_D3_E4_F5"
MANAGER = "org.freedesktop.DBus.ObjectManager"


def device(**properties) -> dict:
    """The interfaces of a device that is connected, but for what is said otherwise."""
    values = {"Address": "A0:B1:C2:D3:E4:F5", "Connected": True, "Nested": dbus.Array([1, 2], signature="i")}
    return {"org.bluez.Other1": {"Address": 7}, DEVICE: values | properties}


def many() -> dict:
    return {
        f"/org/bluez/hci0/dev_{n}": device(Address=f"00:00:00:00:{n >> 8:02x}:{n & 255:02x}") for n in range(600)
    }


OBJECTS = "a{oa{sa{sv}}}"

# Answers to GetManagedObjects: the signature and the arguments; None is an error.
ANSWERS = {
    "good": (OBJECTS, {PATH: device(), "/org/bluez": {"org.bluez.Other1": {}}}),
    "many": (OBJECTS, many()),
    "long": (
        OBJECTS,
        {
            PATH: device(Long="x" * 1_000_000),
            "/a" + "b" * 60_000: device(Address="00:00:00:00:00:02"),
            "/z": {"y" * 300: {}},
        },
    ),
    "error": None,
    "none": ("",),
    "string": ("s", "none"),
    "no-variants": ("a{oa{ss}}", {PATH: {DEVICE: "yes"}}),
    "address-number": (OBJECTS, {PATH: device(Address=5)}),
    "address-text": (OBJECTS, {PATH: device(Address="a keyboard")}),
    "address-long": (OBJECTS, {PATH: device(Address="A0:" * 1000)}),
    "connected-text": (OBJECTS, {PATH: device(Connected="yes")}),
}

# Signals: the path, interface, member, signature and arguments.
SIGNALS = {
    "added": ("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", PATH, device()),
    "added-other": ("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", PATH, {"org.bluez.Other1": {}}),
    "added-odd": ("/", MANAGER, "InterfacesAdded", "oas", PATH, [DEVICE]),
    "removed": ("/", MANAGER, "InterfacesRemoved", "oas", PATH, [DEVICE]),
    "removed-other": ("/", MANAGER, "InterfacesRemoved", "oas", PATH, ["org.bluez.Battery1"]),
    "removed-odd": ("/", MANAGER, "InterfacesRemoved", "os", PATH, DEVICE),
    "owner": (
        "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", NAME, ":1.1", "",
    ),
}  # fmt: skip


def changed(signature: str, *arguments) -> tuple:
    return (PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", signature, DEVICE, *arguments)


SIGNALS |= {
    "disconnected": changed("sa{sv}as", {"Connected": False, "RSSI": dbus.Int16(-50)}, []),
    "invalidated": changed("sa{sv}as", {}, ["RSSI", "Connected"]),
    "strength": changed("sa{sv}as", {"RSSI": dbus.Int16(-40)}, []),
    "changed-odd": changed("sa{sv}as", {"Connected": dbus.UInt32(1)}, []),
    "changed-short": changed("sa{sv}", {"Connected": False}),
}


class OddBluez:
    """The service, and the connections that it sends from."""

    def __init__(self, address: str, answer: tuple | None) -> None:
        self.answer = answer
        self.asker = None
        self.forger = dbus.bus.BusConnection(address)
        self.bus = dbus.bus.BusConnection(address)
        self.bus.add_message_filter(self.filter)
        self.bus.request_name(NAME)

    def filter(self, _bus, message):
        if message.get_member() != "GetManagedObjects":
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        self.asker = message.get_sender()
        if self.answer is None:
            reply = dbus.lowlevel.ErrorMessage(message, "org.example.Error", "A0:B1:C2:D3:E4:F5")
        else:
            reply = dbus.lowlevel.MethodReturnMessage(message)
            self.append(reply, *self.answer)
        self.bus.send_message(reply)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def send(self, connection, path, interface, member, signature, *arguments) -> None:
        message = dbus.lowlevel.SignalMessage(path, interface, member)
        message.set_destination(self.asker)
        self.append(message, signature, *arguments)
        connection.send_message(message)
        connection.flush()

    def append(self, message, signature, *arguments) -> None:
        if signature:
            message.append(*arguments, signature=signature)

    def obey(self, line: str) -> None:
        command, name = line.split()
        self.send(self.bus if command == "signal" else self.forger, *SIGNALS[name])
        # The bus has it by the time that it has answered.
        (self.bus if command == "signal" else self.forger).get_name_owner(NAME)
        print("ok", flush=True)


def main() -> None:
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bluez = OddBluez(sys.argv[1], ANSWERS[sys.argv[2]])
    print("ready", flush=True)

    def listen() -> None:
        for line in sys.stdin:
            GLib.idle_add(bluez.obey, line)

    threading.Thread(target=listen, daemon=True).start()
    GLib.MainLoop().run()


main()
