"""What a guest consists of: Debian packages, kernel modules, and the units it does without."""

from __future__ import annotations

SUITES = ("trixie", "bookworm")

# Session and device stack, the libraries a Swift daemon links to, and small tools for tests.
PACKAGES = """
    systemd systemd-sysv udev kmod dbus libpam-systemd passwd login procps
    libevdev2 libudev1 libsystemd0 libseccomp2 libstdc++6 libgcc-s1
    acl strace python3-minimal
""".split()

# Nobody reads these in a guest.  (Dropped again from dpkg's settings when the image is finished,
# so that a package under test is installed whole, its man pages included.)
LEFT_OUT_OF_PACKAGES = """
    /usr/share/doc/* /usr/share/man/* /usr/share/locale/* /usr/share/info/* /usr/share/lintian/*
    /usr/share/bash-completion/* /usr/share/zsh/* /usr/lib/x86_64-linux-gnu/gconv/*
""".split()

# Wanted modules; what they depend on is found with modprobe.  Names that a suite's kernel has
# built in, or does not have, are listed in the image's manifest.
MODULES = """
    virtio_pci virtio_console virtio_rng autofs4 configfs bochs
    xhci_pci xhci_hcd ehci_pci uhci_hcd usbcore usbhid
    hid hid_generic uhid evdev uinput joydev mousedev input_leds atkbd i8042 button rtc_cmos
    dummy_hcd libcomposite usb_f_hid usbip_core vhci_hcd usbip_vudc
    hid_apple hid_logitech hid_logitech_dj hid_logitech_hidpp hid_microsoft hid_lenovo hid_cherry
    hid_multitouch hid_chicony hid_corsair hid_roccat hid_asus hid_a4tech hid_belkin hid_cypress
    hid_ezkey hid_gyration hid_holtek_kbd hid_kensington hid_keytouch hid_monterey hid_ortek
    hid_primax hid_samsung hid_sunplus hid_topseed hid_zydacron hid_playstation hid_sony hid_steam
""".split()

# Units with no part in what is tested: each costs 0.1 to 1 s of boot under emulation.
MASKED_UNITS = """
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer
    e2scrub_reap.service systemd-tmpfiles-clean.timer man-db.timer logrotate.timer
    getty@tty1.service serial-getty@ttyS0.service
    systemd-ask-password-console.path systemd-ask-password-wall.path
    systemd-journal-flush.service systemd-random-seed.service systemd-machine-id-commit.service
    systemd-update-utmp.service systemd-update-utmp-runlevel.service
    systemd-hwdb-update.service systemd-journal-catalog-update.service ldconfig.service
    systemd-update-done.service systemd-firstboot.service systemd-sysusers.service
    systemd-binfmt.service proc-sys-fs-binfmt_misc.automount systemd-remount-fs.service
    systemd-pcrphase.service systemd-pcrphase-sysinit.service systemd-pcrmachine.service
    systemd-tpm2-setup.service systemd-tpm2-setup-early.service
    systemd-pstore.service systemd-bsod.service systemd-hibernate-clear.service
    systemd-timesyncd.service systemd-networkd.service systemd-resolved.service
    systemd-rfkill.socket modprobe@drm.service
    dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount sys-kernel-tracing.mount
""".split()

# Ordinary users without a password: alice is there to be logged in on seat0, mallory never is.
USERS = ("alice", "mallory")

# File in Tests/VM/guest -> place in the guest.
GUEST_FILES = {
    "rig-agent.service": "etc/systemd/system/rig-agent.service",
    "logind.conf": "etc/systemd/logind.conf.d/rig.conf",
    "qemu-keyboards.rules": "etc/udev/rules.d/99-qemu-keyboards.rules",
    "keyguided.toml": "etc/keyguide/keyguided.d/10-guest.toml",
    "hidgadget.py": "usr/local/bin/hidgadget",
}

# Program -> its sources in Tests/VM/guest, and what gcc needs besides; built on the host.
GUEST_PROGRAMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rig-agent": (("rig-agent.c", "rig-jobs.c"), ("-static",)),
    "evspy": (("evspy.c",), ("-I/usr/include/libevdev-1.0", "-levdev", "-ludev")),
    "uidev": (("uidev.c",), ("-I/usr/include/libevdev-1.0", "-levdev")),
}
