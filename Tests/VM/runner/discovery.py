"""What tests there are.

A test is a function test_* in a file test_*.py.  The name of its one parameter says what it gets:

    guest        a booted guest that has the package under test (--deb) installed
    bare_guest   a booted guest without it
    image        only the image, for tests that start guests in their own way or need none

A file may set SUITES = ("trixie",) for tests that need not run on each suite, and TIME_LIMIT (in
seconds, for each test in it).
"""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rig.errors import Misuse
from rig.guest_contents import SUITES

# Generous: the slowest test takes 10 s on an idle machine, and emulation shares it with others.
_TIME_LIMIT = 240.0
_PARAMETERS = ("guest", "bare_guest", "image")


@dataclass(frozen=True)
class Test:
    """One test function, before it is known on which suites it will run."""

    file: Path
    name: str
    parameter: str
    suites: tuple[str, ...]
    time_limit: float

    @property
    def needs_package(self) -> bool:
        """Whether it can only run with --deb."""
        return self.parameter == "guest"


def find_tests(folder: Path) -> list[Test]:
    """All tests in a folder, by file and line.  Raises Misuse, or what importing a file raises."""
    return [test for file in sorted(folder.glob("test_*.py")) for test in _tests_in(file)]


def load_function(file: Path, name: str) -> Callable[[Any], None]:
    """The function of a test."""
    function: Callable[[Any], None] = getattr(_load(file), name)
    return function


def _tests_in(file: Path) -> list[Test]:
    module = _load(file)
    suites = tuple(getattr(module, "SUITES", SUITES))
    limit = float(getattr(module, "TIME_LIMIT", _TIME_LIMIT))
    found = []
    for name, function in vars(module).items():
        if not name.startswith("test_") or not inspect.isfunction(function):
            continue
        parameters = list(inspect.signature(function).parameters)
        if len(parameters) != 1 or parameters[0] not in _PARAMETERS:
            raise Misuse(f"{name} has the parameters {parameters}", where=str(file),
                         remedy=f"give it exactly one, named one of {', '.join(_PARAMETERS)}")
        found.append(Test(file, name, parameters[0], suites, limit))
    return found


def _load(file: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(file.stem, file)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
