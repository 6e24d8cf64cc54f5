"""Makes a suite's image and snapshots, in a process that can be stopped:
python3 -m runner.prepare_suite SUITE [DEB]"""

from __future__ import annotations

import sys
from pathlib import Path

from rig import cached_image, prepare
from rig.signals import exit_on_sigterm


def main() -> None:
    """Command line; see above."""
    exit_on_sigterm()
    suite, *debs = sys.argv[1:]
    image = cached_image(suite)
    prepare(image)
    for deb in debs:
        prepare(image, deb=Path(deb))


if __name__ == "__main__":
    main()
