#!/usr/bin/python3
"""A USB HID device of any identity: real enumeration, real hid drivers, full USB properties in udev.

    hidgadget NAME VENDOR:PRODUCT MANUFACTURER PRODUCT SERIAL INTERFACE...    ("" = no such string)

INTERFACE: kbd | nkro | media | mouse | power | hex:SUBCLASS:PROTOCOL:REPORT_BYTES:REPORT_DESCRIPTOR
Prints "NODE n /dev/hidgN" for each interface, then "PLUGGED".  Then it reads lines:

    n HEX            send that input report on interface n
    tap n MOD KEY    press and release on the kbd interface n (hexadecimal modifier byte and usage)

each answered by "SENT ...".  Output reports (LEDs) are printed as "OUT n HEX".  The end of the
input unplugs the device.  It is made of dummy_hcd (a USB port looped back into the same machine)
and f_hid, of which the kernel allows four interfaces in all gadgets together.

Runs with python3-minimal: os, select, subprocess and sys are all it may import.
"""

import os
import select
import subprocess
import sys

GADGETS = "/sys/kernel/config/usb_gadget"
CONTROLLERS = "/sys/class/udc"

# Name -> (subclass, protocol, longest report in bytes, report descriptor)
INTERFACES = {
    # The boot keyboard: modifiers, reserved byte, six keys; five LEDs as output.
    "kbd": (1, 1, 8, "05010906a101050719e029e71500250175019508810295017508810395057501050819012905910295017503"
                     "910395067508150025650507190029658100c0"),
    # Modifiers and one bit per key.
    "nkro": (0, 0, 16, "05010906a101050719e029e71500250175019508810205071900297715002501750195788102050819012905"
                       "950575019102950175039103c0"),
    # Report 1: one 16-bit consumer usage.  Report 2: power, sleep, wake.
    "media": (0, 0, 3, "050c0901a1018501150026ff0319002aff03751095018100c0"
                       "05010980a10185021981298315002501750195038102950175058103c0"),
    "mouse": (1, 2, 4, "05010902a1010901a1000509190129031500250195037501810295017505810305010930093109381581257f"
                       "750895038106c0c0"),
    "power": (0, 0, 1, "05010980a1011981298115002501750195018102950175078103c0"),
}


def write(path: str, value: "str | bytes") -> None:
    """Write one configfs attribute."""
    with open(path, "wb") as file:
        file.write(value if isinstance(value, bytes) else value.encode() + b"\n")


def read(path: str) -> str:
    """Read one configfs or sysfs attribute."""
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def say(*words: object) -> None:
    """Print one line at once."""
    print(*words, flush=True)


def load_modules() -> None:
    """Load the gadget drivers, and dummy_hcd with more than its usual one port."""
    subprocess.run(["modprobe", "-a", "libcomposite", "usb_f_hid"], check=True)
    if not os.path.exists(CONTROLLERS + "/dummy_udc.0"):
        subprocess.run(["modprobe", "dummy_hcd", "num=8"], check=True)


def free_controller() -> str:
    """The first looped-back port without a gadget."""
    used = [read(f"{GADGETS}/{gadget}/UDC") for gadget in os.listdir(GADGETS)]
    ports = [name for name in os.listdir(CONTROLLERS) if name.startswith("dummy_udc") and name not in used]
    if not ports:
        sys.exit("hidgadget: all eight dummy_udc ports are in use")
    return min(ports)


class Gadget:
    """One device in configfs, from construction to remove()."""

    def __init__(self, name: str, identity: str, strings: "dict[str, str]", interfaces: "list[str]") -> None:
        self.folder = f"{GADGETS}/{name}"
        self.config = f"{self.folder}/configs/c.1"
        self.functions: "list[str]" = []
        self.fds: "list[int]" = []
        vendor, product = identity.split(":")
        os.makedirs(f"{self.folder}/strings/0x409")
        os.makedirs(f"{self.config}/strings/0x409")
        for attribute, value in (("idVendor", "0x" + vendor), ("idProduct", "0x" + product),
                                 ("bcdUSB", "0x0200"), ("bcdDevice", "0x0110")):
            write(f"{self.folder}/{attribute}", value)
        for attribute, value in strings.items():
            if value:
                write(f"{self.folder}/strings/0x409/{attribute}", value)
        for number, interface in enumerate(interfaces):
            self._add(f"hid.{name}{number}", interface)

    def _add(self, function: str, interface: str) -> None:
        if interface.startswith("hex:"):
            _, subclass, protocol, length, descriptor = interface.split(":")
            values = (int(subclass), int(protocol), int(length), descriptor)
        else:
            values = INTERFACES[interface]
        path = f"{self.folder}/functions/{function}"
        os.mkdir(path)
        self.functions.append(function)
        for attribute, number in zip(("subclass", "protocol", "report_length"), values[:3]):
            write(f"{path}/{attribute}", str(number))
        write(f"{path}/report_desc", bytes.fromhex(values[3]))
        os.symlink(path, f"{self.config}/{function}")

    def plug(self) -> None:
        """Connect it to a free port and open its device nodes."""
        write(f"{self.folder}/UDC", free_controller())
        for number, function in enumerate(self.functions):
            device = read(f"{self.folder}/functions/{function}/dev")
            node = "/dev/" + os.path.basename(os.path.realpath("/sys/dev/char/" + device))
            self.fds.append(os.open(node, os.O_RDWR | os.O_NONBLOCK))
            say("NODE", number, node)
        say("PLUGGED")

    def send(self, interface: int, report: bytes) -> None:
        """Send one input report; waits while the machine has not fetched the one before."""
        while True:
            try:
                os.write(self.fds[interface], report)
                return
            except BlockingIOError:
                select.select([], [self.fds[interface]], [])

    def remove(self) -> None:
        """Unplug, and take it out of configfs again, in the order that configfs wants."""
        if read(f"{self.folder}/UDC"):
            write(f"{self.folder}/UDC", "")
        for fd in self.fds:
            os.close(fd)
        for function in self.functions:
            os.unlink(f"{self.config}/{function}")
            os.rmdir(f"{self.folder}/functions/{function}")
        for folder in (f"{self.config}/strings/0x409", self.config, f"{self.folder}/strings/0x409", self.folder):
            os.rmdir(folder)


def obey(gadget: Gadget, line: str) -> None:
    """Carry out one input line."""
    words = line.split()
    if words[0] == "tap":
        interface, modifiers, key = int(words[1]), int(words[2], 16), int(words[3], 16)
        gadget.send(interface, bytes([modifiers, 0, key, 0, 0, 0, 0, 0]))
        gadget.send(interface, bytes(8))
    else:
        gadget.send(int(words[0]), bytes.fromhex(words[1]))
    say("SENT", line)


def serve(gadget: Gadget) -> None:
    """Send what standard input says and print output reports, until the input ends."""
    watch = select.poll()
    for fd in (0, *gadget.fds):
        watch.register(fd, select.POLLIN)
    rest = b""
    while True:
        for fd, _ in watch.poll():
            if fd:
                report = os.read(fd, 64)
                if report:
                    say("OUT", gadget.fds.index(fd), report.hex())
                continue
            data = os.read(0, 4096)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                obey(gadget, line.decode())


def main() -> None:
    """Make the device of the command line, serve it, remove it."""
    name, identity, manufacturer, product, serial, *interfaces = sys.argv[1:]
    load_modules()
    gadget = Gadget(name, identity, {"manufacturer": manufacturer, "product": product, "serialnumber": serial},
                    interfaces)
    try:
        gadget.plug()
        serve(gadget)
    finally:
        gadget.remove()


main()
