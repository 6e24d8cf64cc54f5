"""Names of keys: Linux's (KEY_LEFTMETA, written leftmeta) for people, QEMU's ("meta_l") for QMP."""

from __future__ import annotations

import difflib

from .errors import Misuse

# Where the two differ; letters, digits, f1 to f12 and the names in _SAME are equal.
_DIFFERENT = {
    "leftshift": "shift", "rightshift": "shift_r", "leftctrl": "ctrl", "rightctrl": "ctrl_r",
    "leftalt": "alt", "rightalt": "alt_r", "leftmeta": "meta_l", "rightmeta": "meta_r",
    "enter": "ret", "space": "spc", "capslock": "caps_lock", "numlock": "num_lock", "scrolllock": "scroll_lock",
    "leftbrace": "bracket_left", "rightbrace": "bracket_right", "grave": "grave_accent", "102nd": "less",
    "pageup": "pgup", "pagedown": "pgdn", "sysrq": "print",
    "kpslash": "kp_divide", "kpasterisk": "kp_multiply", "kpminus": "kp_subtract", "kpplus": "kp_add",
    "kpenter": "kp_enter", "kpdot": "kp_decimal", **{f"kp{digit}": f"kp_{digit}" for digit in range(10)},
}
_SAME = ("esc tab backspace minus equal backslash semicolon apostrophe comma dot slash pause compose "
         "insert delete home end left right up down").split()

QEMU_NAMES: dict[str, str] = {
    **{letter: letter for letter in "abcdefghijklmnopqrstuvwxyz0123456789"},
    **{f"f{number}": f"f{number}" for number in range(1, 13)},
    **{name: name for name in _SAME},
    **_DIFFERENT,
}

# Characters of a US layout -> key, and the ones that need shift.
_PLAIN = {" ": "space", "\n": "enter", "\t": "tab", "-": "minus", "=": "equal", "[": "leftbrace", "]": "rightbrace",
          "\\": "backslash", ";": "semicolon", "'": "apostrophe", "`": "grave", ",": "comma", ".": "dot", "/": "slash"}
_SHIFTED = {"_": "minus", "+": "equal", "{": "leftbrace", "}": "rightbrace", "|": "backslash", ":": "semicolon",
            '"': "apostrophe", "~": "grave", "<": "comma", ">": "dot", "?": "slash",
            **{sign: digit for digit, sign in zip("1234567890", "!@#$%^&*()")}}


def linux_name(key: str) -> str:
    """The short Linux name of a key given as KEY_LEFTMETA, leftmeta or LeftMeta.

    Raises Misuse, with similar names, for a key that QEMU's USB keyboard does not have.
    """
    name = key.lower().removeprefix("key_")
    if name not in QEMU_NAMES:
        similar = ", ".join(difflib.get_close_matches(name, QEMU_NAMES, cutoff=0.5)) or "letters, digits, f1 to f12"
        raise Misuse(f"QEMU's USB keyboard has no key {key!r}", where="the name of a key",
                     remedy=f"use Linux's name; similar: {similar}")
    return name


def keys_for(character: str) -> tuple[str, ...]:
    """The chord that types a character on a US layout: ("a",) or ("leftshift", "a").  Raises Misuse."""
    if character in _PLAIN:
        return (_PLAIN[character],)
    if character in _SHIFTED:
        return ("leftshift", _SHIFTED[character])
    name = linux_name(character)
    return ("leftshift", name) if character.isupper() else (name,)
