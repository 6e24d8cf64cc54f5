"""The rig's snapshots: each test has a guest of its own."""

import time

from rig import Image, fresh


def test_rig_guests_are_independent(image: Image) -> None:
    before = time.time()
    with fresh(image) as first:
        clock = float(first.run("date +%s.%N").output)
        assert before <= clock <= time.time(), f"the guest's clock is wrong: {clock}"
        first.write_file("/root/mark", "first")
        assert first.run("systemctl is-system-running").output == "running\n"
        folder = first.work.path
    assert not folder.exists(), "the guest's folder is left over"
    with fresh(image) as second:
        assert second.run("ls /root/mark", check=False).exit_code != 0, "a guest sees what another one wrote"
