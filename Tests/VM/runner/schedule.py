"""Runs all tests of all suites with two workers and prints a line for each."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from .discovery import Test

# One emulated guest keeps a core busy while it boots or plugs devices.
WORKERS = 2
# Packages are fetched from a mirror, and the two suites share the machine.
_PREPARATION_LIMIT = 900.0
_HOME = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Outcome:
    """What became of one test on one suite; `details` is empty if it passed."""

    suite: str
    name: str
    seconds: float
    passed: bool
    details: str = ""

    def __str__(self) -> str:
        return f"{'ok  ' if self.passed else 'FAIL'} {self.suite} {self.name} {self.seconds:.1f}"


class Schedule:
    """One run of the tests.  A suite's tests start when its image and snapshots are there, and both
    workers take tests of either suite, so that neither is idle while there are any."""

    def __init__(self, tests: Sequence[Test], suites: Sequence[str], deb: Path | None) -> None:
        self._tests = tests
        self._suites = suites
        self._deb = deb
        self._passed = 0
        self._failed = 0
        self._stopped = False
        self._running: set[subprocess.Popen[str]] = set()
        self._guard = threading.Lock()

    def run(self) -> bool:
        """Run them all; prints the outcomes as they come and "N passed, N failed" as the last line.

        Returns whether all passed.  On Ctrl-C the running tests are ended before it goes on up.
        """
        with ThreadPoolExecutor(WORKERS) as workers:
            try:
                self._run_with(workers)
            except BaseException:
                workers.shutdown(wait=False, cancel_futures=True)
                self._stop()
                raise
        print(f"{self._passed} passed, {self._failed} failed", flush=True)
        return self._failed == 0

    def _run_with(self, workers: ThreadPoolExecutor) -> None:
        ready = {workers.submit(self._prepare, suite): suite for suite in self._suites if self._tests_of(suite)}
        outcomes: list[Future[Outcome]] = []
        for preparation in as_completed(ready):
            suite = ready[preparation]
            failure = preparation.result()
            if failure is not None:
                self._print(failure)
                for test in self._tests_of(suite):
                    self._print(Outcome(suite, test.name, 0, False, "not run: its guest could not be prepared"))
                continue
            for test in self._tests_of(suite):
                future = workers.submit(self._run_test, suite, test)
                future.add_done_callback(self._print_result)
                outcomes.append(future)
        for future in outcomes:
            future.result()

    def _tests_of(self, suite: str) -> list[Test]:
        return [test for test in self._tests if suite in test.suites]

    def _prepare(self, suite: str) -> Outcome | None:
        """Make image and snapshots; returns an outcome only if that fails."""
        packages = [str(self._deb)] if any(test.needs_package for test in self._tests_of(suite)) else []
        outcome = self._run_module("prepare_suite", [suite, *packages], suite, "prepare", _PREPARATION_LIMIT)
        if not outcome.passed:
            return outcome
        print(f"--   {suite} guest ready {outcome.seconds:.1f}", flush=True)
        return None

    def _run_test(self, suite: str, test: Test) -> Outcome:
        arguments = [suite, str(test.file), test.name, test.parameter]
        if test.needs_package:
            arguments.append(str(self._deb))
        return self._run_module("one_test", arguments, suite, test.name, test.time_limit)

    def _run_module(self, module: str, arguments: list[str], suite: str, name: str, limit: float) -> Outcome:
        """Run a module of ours in a process; it passes if it ends with status 0 within `limit` s."""
        start = time.monotonic()
        with self._guard:
            if self._stopped:
                return Outcome(suite, name, 0, False, "not run: interrupted")
            # If we are killed, the kernel ends the process; its guest then ends likewise.
            process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", "--",
                                        sys.executable, "-m", f"runner.{module}", *arguments],
                                       cwd=_HOME, text=True, errors="replace", stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self._running.add(process)
        output, in_time = _wait(process, limit)
        with self._guard:
            self._running.discard(process)
        if not in_time:
            output += f"not done within its {limit:g} s\n"
        passed = in_time and process.returncode == 0
        details = "" if passed else f"{output}exit status {process.returncode}"
        return Outcome(suite, name, time.monotonic() - start, passed, details)

    def _print_result(self, future: Future[Outcome]) -> None:
        if not self._stopped and not future.cancelled() and future.exception() is None:
            self._print(future.result())

    def _print(self, outcome: Outcome) -> None:
        details = "".join(f"     {line}\n" for line in outcome.details.splitlines())
        with self._guard:
            if outcome.passed:
                self._passed += 1
            else:
                self._failed += 1
            print(f"{outcome}\n{details}", end="", flush=True)

    def _stop(self) -> None:
        with self._guard:
            self._stopped = True
            for process in self._running:
                process.terminate()


def _wait(process: subprocess.Popen[str], limit: float) -> tuple[str, bool]:
    """The output of a test process, and whether it ended in its time; after that it is ended."""
    try:
        return process.communicate(timeout=limit)[0], True
    except subprocess.TimeoutExpired:
        process.terminate()             # lets it remove its folders
    try:
        return process.communicate(timeout=20)[0], False
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0], False
