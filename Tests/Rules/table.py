#!/usr/bin/env python3
"""Print which rule is named in which test or scenario.  Exit status 1 where a documented rule has neither test nor reason."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent


def tests_by_rule() -> dict[int, set[str]]:
    """The names of the test files and scenarios that name each rule."""
    tests: dict[int, set[str]] = defaultdict(set)
    for path in TESTS.rglob("*"):
        if path.suffix in (".swift", ".jsonl"):
            for number in re.findall(r"\bR(\d{1,3})\b", path.read_text(encoding="utf-8")):
                tests[int(number)].add(path.stem)
    return tests


def rules() -> tuple[set[int], dict[int, str]]:
    """The documented rules, and why some are not tested."""
    documented: set[int] = set()
    reasons: dict[int, str] = {}
    for line in (HERE / "rules.txt").read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(": ")
        if kind == "documented":
            documented.update(int(number) for number in rest.split())
        elif kind == "untested":
            number, _, reason = rest.partition(" ")
            reasons[int(number)] = reason
    return documented, reasons


def main() -> int:
    """Print the table; returns the exit status."""
    tests = tests_by_rule()
    documented, reasons = rules()
    holes = 0
    for number in sorted(documented | set(tests)):
        if number in tests:
            print(f"R{number:<5}{' '.join(sorted(tests[number]))}")
        elif number in reasons:
            print(f"R{number:<5}- {reasons[number]}")
        else:
            holes += 1
            print(f"R{number:<5}! neither a test nor a reason")
    tested = len(documented & set(tests))
    print(f"{len(documented)} documented rules: {tested} tested, {len(documented) - tested - holes} not, with reasons, "
          f"{holes} without; {len(tests)} rules named in all")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
