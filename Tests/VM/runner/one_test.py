"""Runs a single test, in a process of its own:  python3 -m runner.one_test SUITE FILE NAME PARAMETER [DEB]

A process for each test can be stopped when its time is over, and takes its guest with it however
it ends.  Exit status 0 means that the test passed; what it prints is shown if it does not.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from rig import cached_image, fresh
from rig.signals import exit_on_sigterm

from .discovery import load_function


def run_one(suite: str, file: Path, name: str, parameter: str, deb: Path | None) -> bool:
    """Run the test with what its parameter asks for; prints the failure.  Returns whether it passed."""
    try:
        function = load_function(file, name)
        image = cached_image(suite)
        if parameter == "image":
            function(image)
        else:
            with fresh(image, deb=deb if parameter == "guest" else None) as guest:
                function(guest)
    except Exception:       # any error is the test's failure; notes of the rig are printed with it
        traceback.print_exc()
        return False
    return True


def main() -> int:
    """Command line; see above."""
    exit_on_sigterm()
    suite, file, name, parameter, *rest = sys.argv[1:]
    return 0 if run_one(suite, Path(file), name, parameter, Path(rest[0]) if rest else None) else 1


if __name__ == "__main__":
    sys.exit(main())
