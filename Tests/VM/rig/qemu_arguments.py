"""QEMU's command line for a guest.  A snapshot can only be restored with the one it was saved with."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from .image_cache import Image
from .qemu_process import qemu_version

# S3 does not come back reliably under emulation, suspend-to-idle does.  hwdb turns runtime suspend
# on for QEMU's keyboards, and unplugging a suspended one hangs for 10 s, hence autosuspend=-1.
# bochs is kept off the seats (see `seats` below).
_KERNEL_ARGUMENTS = (
    "console=ttyS0", "quiet", "loglevel=3", "panic=-1", "systemd.show_status=false", "net.ifnames=0", "audit=0",
    "mitigations=off", "nowatchdog", "tsc=reliable", "no_timer_check", "random.trust_cpu=on",
    "no_console_suspend", "mem_sleep_default=s2idle", "usbcore.autosuspend=-1",
    "modprobe.blacklist=bochs,bochs_drm,bochs-drm",
)


@dataclass(frozen=True)
class Settings:
    """What may differ between guests; each combination has a snapshot of its own (about 500 MB)."""

    memory_mib: int = 1024
    processors: int = 2
    # One inert graphics card for each keyboard or tablet plugged at the same time: a USB keyboard
    # that is bound to a display can be addressed in QEMU's input-send-event, any other cannot.
    seats: int = 8
    # Added to the kernel's command line, for example ("usbcore.autosuspend=2",).
    kernel_arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Memory:
    """The file that is the guest's RAM: shared (written, so that it can become a snapshot) or private
    (copy on write: any number of guests can run from one snapshot's file)."""

    path: Path
    shared: bool


def qemu_arguments(image: Image, settings: Settings, folder: Path, memory: Memory, *, incoming: bool) -> list[str]:
    """The arguments after the program's name; sockets are in `folder`.  `incoming`: wait for a snapshot."""
    arguments = [
        # q35 without PS/2, and no default devices: no keyboard exists unless a test plugs one.
        "-machine", "q35,i8042=off,memory-backend=ram", "-accel", "tcg,thread=multi", "-cpu", "max",
        "-smp", str(settings.processors), "-m", str(settings.memory_mib),
        "-object", f"memory-backend-file,id=ram,size={settings.memory_mib}M,mem-path={memory.path},"
                   f"share={'on' if memory.shared else 'off'}",
        "-nodefaults", "-no-user-config", "-display", "none",
        "-no-reboot",       # a guest that dies ends QEMU, which ends all waits with an error
        "-kernel", str(image.kernel), "-initrd", str(image.initramfs),
        "-append", " ".join(_KERNEL_ARGUMENTS + settings.kernel_arguments),
        "-chardev", f"socket,id=qmp,path={folder}/qmp", "-mon", "chardev=qmp,mode=control",
        "-chardev", f"socket,id=console,path={folder}/console", "-serial", "chardev:console",
        "-chardev", f"socket,id=agent,path={folder}/agent",
        "-device", "virtio-serial-pci,id=vser",
        "-device", "virtserialport,bus=vser.0,chardev=agent,name=rig.agent",
        "-device", "virtio-rng-pci",
        "-device", "qemu-xhci,id=xhci,p2=15,p3=1",
    ]
    for seat in range(settings.seats):
        arguments += ["-device", f"bochs-display,id=seat{seat},vgamem=4M"]
    if incoming:
        arguments += ["-incoming", "defer"]
    return arguments


def snapshot_key(settings: Settings) -> str:
    """Name for snapshots of an image with these settings: changes with anything in QEMU's command
    line (but the folders, which are no part of a guest's state) and with QEMU's version."""
    nowhere = Path("-")
    arguments = qemu_arguments(Image("-", nowhere), settings, nowhere, Memory(nowhere, True), incoming=False)
    return hashlib.sha256("\0".join([qemu_version(), *arguments]).encode()).hexdigest()[:10]
