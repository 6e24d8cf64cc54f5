"""The rig's command lines: run.py and console.py."""

import subprocess
import sys
import tempfile
from pathlib import Path

from rig import Image

SUITES = ("trixie",)
HOME = Path(__file__).resolve().parent.parent

SAMPLE = """
import time
SUITES = ("trixie",)
TIME_LIMIT = 30

def test_good(image): pass

def test_wrong(bare_guest): assert bare_guest.run("echo abc").output == "xyz", "not xyz"

def test_of_package(guest): raise AssertionError("must not run without --deb")
"""
SLOW = """
import threading
SUITES = ("trixie",)
TIME_LIMIT = 1

def test_endless(image): threading.Event().wait()
"""


def run(program: str, *arguments: str, stdin: str = "") -> tuple[int, list[str]]:
    """Exit status and output lines of one of our programs."""
    done = subprocess.run([sys.executable, HOME / program, *arguments], input=stdin, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.splitlines()


def test_rig_runner_tells_failures(image: Image) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_sample.py").write_text(SAMPLE)
        Path(folder, "test_slow.py").write_text(SLOW)
        status, lines = run("run.py", "--suite", image.suite, "--tests", folder)
        text = "\n".join(lines)
        assert status == 1 and lines[-1] == "1 passed, 2 failed", text
        for start in ("ok   trixie test_good ", "FAIL trixie test_wrong ", "FAIL trixie test_endless "):
            assert any(line.startswith(start) for line in lines), (start, text)
        for part in ("not xyz", "the guest's journal", "not done within its 1 s", "1 tests of the package are not run"):
            assert part in text, (part, text)
        status, lines = run("run.py", "--suite", image.suite, "--tests", folder, "--only", "good")
        assert (status, lines[-1]) == (0, "1 passed, 0 failed"), lines
        assert run("run.py", "--tests", folder, "--only", "nothing")[0] == 2


def test_rig_console_obeys_piped_commands(image: Image) -> None:
    commands = "plug a\nwait O /dev\nkey a leftmeta left\nwait KEY_LEFT 0\ntype a ok\nwait KEY_K 0\nrun echo $((6*7))\n"
    status, lines = run("console.py", "--suite", image.suite, "--watch", "exec evspy",
                        stdin=commands + "unplug a\nwait ENODEV\nquit\n")
    text = "\n".join(lines)
    assert status == 0, text
    assert "42" in lines and any(line.endswith("EV_KEY KEY_LEFTMETA 1") for line in lines), text
    status, lines = run("console.py", "--suite", image.suite, "--watch", "exec evspy", stdin="key a x\nquit\n")
    assert status == 1 and any("'a' takes no keys" in line for line in lines), lines
