#!/usr/bin/env python3
"""Run keyguide-bench and kiwi-bench in turn over the same workloads, and print both with their ratio.

Each number is the best median of the rounds: what else the machine does makes a round slower, never faster.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from typing import Any

Numbers = dict[tuple[str, str], float]
# What the reports call it, its part, and its name in the table.
MEASURES = [("build", "median", "build"), ("update", "median", "update"), ("updateInLoop", None, "update in a loop"),
            ("frame", "median", "1,000 windows"), ("switch", "median", "set switch"), ("switch", "p99", "set switch, p99"),
            ("remove", "median", "remove"), ("remove", "p99", "remove, p99"), ("add", "median", "add"),
            ("add", "p99", "add, p99"), ("update", "allocations", "allocations of an update"), ("bytes", None, "bytes")]


def numbers(command: list[str]) -> Numbers:
    """The numbers of one run, by workload and measure."""
    report: list[dict[str, Any]] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found: Numbers = {}
    for result in report:
        for key, part, title in MEASURES:
            value = result.get(key)
            if value is not None and (part is None or part in value):
                found[result["name"], title] = value if part is None else value[part]
    return found


def best(first: Numbers, second: Numbers) -> Numbers:
    """The lower one of each number."""
    return {key: min(value, second.get(key, value)) for key, value in first.items()} | {
        key: value for key, value in second.items() if key not in first}


def main() -> None:
    """Compare, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ours", help="the program keyguide-bench")
    parser.add_argument("peer", help="the program kiwi-bench")
    parser.add_argument("directory", help="the directory of the workloads")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    ours: Numbers = {}
    peer: Numbers = {}
    for _ in range(options.rounds):
        ours = best(ours, numbers([options.ours, "solver", options.directory, "--json"]))
        peer = best(peer, numbers([options.peer, options.directory]))
    print(f"{'workload':22} {'measure (µs)':25} {'keyguide':>12} {'kiwi':>12} {'ratio':>8}")
    for (name, title), value in ours.items():
        other = peer.get((name, title))
        columns = "" if other is None else f" {other:12.3f} {value / other if other else float('nan'):8.4f}"
        print(f"{name:22} {title:25} {value:12.3f}{columns}")


if __name__ == "__main__":
    main()
