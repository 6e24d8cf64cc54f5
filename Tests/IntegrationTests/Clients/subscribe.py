"""A client that we did not write: PyPI's varlink subscribes, and prints each reply as one line of JSON.

Usage: subscribe.py SOCKET
"""

import json
import sys

import varlink


def main() -> None:
    with varlink.Client.new_with_address(f"unix:{sys.argv[1]}") as client:
        info = client.get_interface("io.keyguide.Monitor")
        print(json.dumps({"interface": info.name}), flush=True)
        with client.open("io.keyguide.Monitor") as monitor:
            try:
                for reply in monitor.Subscribe(_more=True):
                    print(json.dumps(reply), flush=True)
            except BrokenPipeError:
                print(json.dumps({"end": "the daemon has hung up"}), flush=True)


main()
