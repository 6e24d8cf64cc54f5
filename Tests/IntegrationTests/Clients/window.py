"""A client that we did not write has a window: PyPI's varlink prints each reply as one line of JSON.

It does not know where it is: it names the program in whose window it is, as an editor in a terminal does. Its layout is
a text field that ends where the keyboard begins.

Usage: window.py SOCKET APPLICATION [FOCUS]
"""

import json
import sys

import varlink

LAYOUT = {
    "views": {"field": {}},
    "constraints": [
        "field.leading == view.leading",
        "field.trailing == view.trailing",
        "field.height == 40",
        "field.bottom == keyboard.top",
    ],
}


def main() -> None:
    socket, application, *focus = sys.argv[1:]
    window = {"application": application, "layout": LAYOUT, "focus": focus[0] if focus else None}
    with varlink.Client.new_with_address(f"unix:{socket}") as client, client.open("io.keyguide.Layout") as layout:
        for reply in layout.Open(_more=True, **window):
            print(json.dumps(reply), flush=True)


main()
