#!/usr/bin/env python3
"""Run the tests that need real Debian guests (see README.md).  Exit status 1 if one fails."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rig.errors import RigError
from rig.guest_contents import SUITES
from rig.signals import exit_on_sigterm
from runner.discovery import find_tests
from runner.schedule import Schedule

HERE = Path(__file__).resolve().parent


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", action="append", choices=SUITES, help="only this Debian suite (repeatable)")
    parser.add_argument("--deb", type=Path, help="the package under test, for the tests that need it installed")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="only tests whose file or function has NAME in its name (repeatable)")
    parser.add_argument("--list", action="store_true", help="print the tests' names and do nothing else")
    parser.add_argument("--tests", type=Path, default=HERE / "tests", metavar="FOLDER", help="where the tests are")
    return parser.parse_args()


def main() -> int:
    """Run what the command line selects; returns the exit status."""
    options = arguments()
    exit_on_sigterm()
    suites = tuple(options.suite or SUITES)
    deb: Path | None = options.deb.resolve() if options.deb else None
    if deb is not None and not deb.is_file():
        print(f"run.py: there is no package {deb}", file=sys.stderr)
        return 2
    try:
        tests = find_tests(options.tests.resolve())
    except RigError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    tests = [test for test in tests if set(suites) & set(test.suites) and
             (not options.only or any(word in f"{test.file.stem}.{test.name}" for word in options.only))]
    if options.list:
        for test in tests:
            print(f"{test.file.stem}.{test.name} {test.parameter} {' '.join(s for s in test.suites if s in suites)}")
        return 0
    if deb is None:
        without = [test for test in tests if not test.needs_package]
        if len(without) < len(tests):
            print(f"--   no --deb: {len(tests) - len(without)} tests of the package are not run", flush=True)
        tests = without
    if not tests:
        print("run.py: no test is selected", file=sys.stderr)
        return 2
    try:
        return 0 if Schedule(tests, suites, deb).run() else 1
    except KeyboardInterrupt:
        print("run.py: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
