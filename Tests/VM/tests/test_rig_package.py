"""The rig's installation of packages, and snapshots with a package in them.

On one suite only: it is the same code for both, and dpkg is slow in a guest.
"""

import subprocess
import tempfile
from pathlib import Path

from rig import Image, Machine, fresh
from rig.errors import CommandFailed
from rig.snapshot import discard

SUITES = ("bookworm",)

CONTROL = """Package: rig-sample
Version: {version}
Architecture: all
Maintainer: Nobody <nobody@example.org>
Depends: systemd
Description: sample of the test rig
"""
UNIT = """[Service]
Type=notify
ExecStart=/bin/sh -c 'systemd-notify --ready; exec sleep infinity'
NotifyAccess=all
[Install]
WantedBy=multi-user.target
"""


def sample_package(folder: Path, version: str) -> Path:
    """Build a .deb with a service that its installation starts, and a man page."""
    tree = folder / f"tree-{version}"
    files = {"DEBIAN/control": CONTROL.format(version=version), "usr/lib/systemd/system/rig-sample.service": UNIT,
             "usr/share/man/man1/rig-sample.1": ".TH sample 1\n",
             "DEBIAN/postinst": "#!/bin/sh\nset -e\nsystemctl daemon-reload\nsystemctl enable --now rig-sample\n"}
    for name, content in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    (tree / "DEBIAN/postinst").chmod(0o755)
    deb = folder / f"rig-sample_{version}_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, deb], check=True, stdout=subprocess.DEVNULL)
    return deb


def test_rig_package_is_in_snapshot(image: Image) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for version in ("1", "2"):
            deb = sample_package(Path(folder), version)
            with fresh(image, deb=deb) as guest:
                assert guest.run("dpkg-query -W -f '${Version}' rig-sample").output == version
                assert guest.run("systemctl is-active rig-sample").output == "active\n"
                assert guest.run("cat /usr/share/man/man1/rig-sample.1").output == ".TH sample 1\n"
                begun = guest.run("systemctl show -P MainPID rig-sample").output
            with fresh(image, deb=deb) as again:
                assert again.run("systemctl show -P MainPID rig-sample").output == begun, "it was installed anew"
            assert len(list(image.folder.glob("snapshot-*-rig-sample-*"))) == 1, "an older snapshot is left over"
        discard(image, deb)
    assert not list(image.folder.glob("snapshot-*-rig-sample-*"))


def test_rig_install_deb_reports_missing_dependency(bare_guest: Machine) -> None:
    with tempfile.TemporaryDirectory() as folder:
        deb = sample_package(Path(folder), "1")
        tree = Path(folder) / "tree-1"
        control = tree / "DEBIAN/control"
        control.write_text(control.read_text().replace("Depends: systemd", "Depends: not-there"))
        subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, deb], check=True, stdout=subprocess.DEVNULL)
        try:
            bare_guest.install_deb(deb)
        except CommandFailed as error:
            assert "not-there" in str(error), error
        else:
            raise AssertionError("a package without its dependency was installed")
