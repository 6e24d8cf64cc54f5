"""Plays systemd's descriptor store for keyguided, and kills it, again and again, under clients that must not notice.

Usage: restart.py KEYGUIDED FOLDER DEATHS (kill|restart) SEED

Ends with 0 when no client has seen a closed socket, a gap without resync, a reply that was lost, doubled or another
call's, or a wrong state at the end; prints what was seen. Only the standard library.
"""

import json
import os
import random
import selectors
import signal
import socket
import sys

FIRST_DESCRIPTOR = 3  # SD_LISTEN_FDS_START
INTERFACES = ["io.keyguide.Monitor", "io.keyguide.Layout", "io.keyguide.Control", "io.keyguide.Service"]
LAYOUT = {
    "views": {"bar": {"height": 44}, "list": {}},
    "constraints": [
        "bar.leading == view.leading", "bar.trailing == view.trailing", "bar.bottom == keyboard.top",
        "list.leading == view.leading", "list.trailing == view.trailing", "list.top == view.top",
        "list.bottom == bar.top",
    ],
}


class Problem(Exception):
    """What a client must never see."""


class Supervisor:
    """Starts the daemon with its sockets and what it stored, as systemd does (FDSTORE=1 of sd_notify(3))."""

    def __init__(self, program: str, folder: str, selector: selectors.BaseSelector) -> None:
        self.program = program
        self.path = f"{folder}/socket"
        self.log = open(f"{folder}/log", "ab")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(128)
        self.notify_path = f"{folder}/notify"
        self.notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notifications.bind(self.notify_path)
        self.notifications.setblocking(False)
        self.store: list[tuple[str, int]] = []
        self.process = 0
        self.is_ready = False
        selector.register(self.notifications, selectors.EVENT_READ, self.receive)

    def start(self) -> None:
        self.receive()
        self.drop_hung_up()
        self.is_ready = False
        passed = [("keyguided.socket", self.listener.fileno())] + self.store
        pid = os.fork()
        if pid == 0:
            self.execute(passed)
        self.process = pid

    def execute(self, passed: list[tuple[str, int]]) -> None:
        os.dup2(self.log.fileno(), 2, inheritable=True)
        # First out of the way, then to their places: a place may be where another one is now.
        above = [os.dup(fd) for _, fd in passed]
        base = FIRST_DESCRIPTOR + len(passed)
        high = [fd if fd >= base else self.dup_above(fd, base) for fd in above]
        for index, fd in enumerate(high):
            os.dup2(fd, FIRST_DESCRIPTOR + index, inheritable=True)
        os.closerange(base, 4096)
        environment = dict(os.environ)
        environment |= {
            "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(passed)),
            "LISTEN_FDNAMES": ":".join(name for name, _ in passed), "NOTIFY_SOCKET": self.notify_path,
        }
        os.execve(self.program, [self.program, "--hand-over"], environment)

    @staticmethod
    def dup_above(fd: int, base: int) -> int:
        import fcntl

        return fcntl.fcntl(fd, fcntl.F_DUPFD, base)

    def receive(self) -> None:
        while True:
            try:
                message, descriptors, _, _ = socket.recv_fds(self.notifications, 4096, 8)
            except BlockingIOError:
                return
            values = dict(line.split("=", 1) for line in message.decode().splitlines() if "=" in line)
            if values.get("READY") == "1":
                self.is_ready = True
            if values.get("FDSTORE") == "1":
                self.store += [(values["FDNAME"], fd) for fd in descriptors]
            elif values.get("FDSTOREREMOVE") == "1":
                self.remove(lambda name, _: name == values["FDNAME"])

    def drop_hung_up(self) -> None:
        import select

        poll = select.poll()
        for _, fd in self.store:
            poll.register(fd, 0)
        gone = {fd for fd, events in poll.poll(0) if events & (select.POLLHUP | select.POLLERR)}
        self.remove(lambda _, fd: fd in gone)

    def remove(self, matches) -> None:
        for name, fd in self.store:
            if matches(name, fd):
                os.close(fd)
        self.store = [(name, fd) for name, fd in self.store if not matches(name, fd)]

    def open_descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process}/fd"))

    def end(self, number: int) -> None:
        os.kill(self.process, number)
        _, status = os.waitpid(self.process, 0)
        if number != signal.SIGKILL and status != 0:
            raise Problem(f"the daemon ended with {status}")


class Client:
    """A connection that counts messages and must never end."""

    messages = 0

    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(world.supervisor.path)
        self.socket.setblocking(False)
        self.unread = b""
        self.unsent = b""
        world.selector.register(self.socket, selectors.EVENT_READ, self.readable)

    def call(self, method: str, more: bool = False, **parameters) -> None:
        message = {"method": method, "parameters": parameters}
        if more:
            message["more"] = True
        self.unsent += json.dumps(message).encode() + b"\0"
        self.flush()

    def flush(self) -> None:
        """Sends a piece of what waits, so that the daemon often dies with half a message."""
        while self.unsent:
            count = self.world.random.randint(1, len(self.unsent))
            try:
                sent = self.socket.send(self.unsent[:count])
            except BlockingIOError:
                return self.world.later.append(self.flush)
            self.unsent = self.unsent[sent:]
            if self.world.random.random() < 0.5:
                if self.unsent:
                    self.world.later.append(self.flush)
                return

    def readable(self) -> None:
        try:
            piece = self.socket.recv(self.piece_size())
        except BlockingIOError:
            return
        except ConnectionError as error:
            raise Problem(f"{self.name}: {error}") from error
        if not piece:
            raise Problem(f"{self.name}: the daemon has hung up")
        self.unread += piece
        while b"\0" in self.unread:
            message, self.unread = self.unread.split(b"\0", 1)
            Client.messages += 1
            reply = json.loads(message)
            if "error" in reply:
                raise Problem(f"{self.name}: {reply}")
            self.take(reply)

    def piece_size(self) -> int:
        return 65536

    def take(self, reply: dict) -> None:
        raise NotImplementedError


class Stream(Client):
    """A subscriber that checks the numbers and keeps the state as the replies make it."""

    def __init__(self, world: "World", name: str) -> None:
        super().__init__(world, name)
        self.epoch = None
        self.seq = 0
        self.state: dict = {}
        self.resyncs = 0

    def take(self, reply: dict) -> None:
        if not reply.get("continues"):
            raise Problem(f"{self.name}: the stream has ended")
        parameters = reply["parameters"]
        if self.epoch not in (None, parameters["epoch"]):
            raise Problem(f"{self.name}: another epoch")
        self.epoch = parameters["epoch"]
        seq = parameters["seq"]
        if parameters.get("resync"):
            self.resyncs += 1
            if seq <= self.seq:
                raise Problem(f"{self.name}: {seq} after {self.seq}")
        elif self.seq and seq != self.seq + 1 + parameters.get("missed", 0):
            raise Problem(f"{self.name}: {seq} after {self.seq} without resync: {parameters}")
        self.seq = seq
        self.reduce(parameters)


class Monitor(Stream):
    def __init__(self, world: "World", name: str) -> None:
        super().__init__(world, name)
        self.call("io.keyguide.Monitor.Subscribe", more=True)

    def reduce(self, parameters: dict) -> None:
        parts = {key: value for key, value in parameters.items() if key not in ("epoch", "seq", "missed", "resync")}
        if parts.pop("snapshot"):
            self.state = {}
        elif not self.state:
            raise Problem(f"{self.name}: a change of nothing")
        self.state |= parts


class Window(Stream):
    def __init__(self, world: "World", name: str, **parameters) -> None:
        super().__init__(world, name)
        self.window = None
        self.call("io.keyguide.Layout.Open", more=True, layout=LAYOUT, **parameters)

    def reduce(self, parameters: dict) -> None:
        if self.window not in (None, parameters["window"]):
            raise Problem(f"{self.name}: another window")
        self.window = parameters["window"]
        views = self.state.get("views", {}) | parameters.get("views", {})
        if parameters.get("resync") and set(parameters["views"]) != set(LAYOUT["views"]):
            raise Problem(f"{self.name}: {parameters['views']} after a resync")
        self.state = {"guide": parameters["guide"], "keyboard": parameters["keyboard"], "views": views}


class Caller(Client):
    """Calls without end, several at a time, and knows which reply is due."""

    def __init__(self, world: "World", name: str, depth: int, window: "Window | None" = None) -> None:
        super().__init__(world, name)
        self.due: list = []
        self.depth = depth
        self.window = window
        self.focus = None
        self.height = 0.0
        self.replies = 0
        self.more()

    def more(self) -> None:
        while len(self.due) < self.depth and not self.world.is_ending:
            choice = self.world.random.random()
            if self.window and self.window.window and choice < 0.4:
                self.focus = self.world.random.choice(["a", "b", None])
                self.due.append(None)
                self.call("io.keyguide.Layout.Focus", window=self.window.window, view=self.focus)
            elif self.window and self.window.window and choice < 0.7:
                self.height = float(self.world.random.randint(0, 300))
                self.due.append(None)
                self.call("io.keyguide.Layout.Update", window=self.window.window, accessoryHeight=self.height)
            else:
                name = self.world.random.choice(INTERFACES)
                self.due.append(name)
                self.call("org.varlink.service.GetInterfaceDescription", interface=name)

    def take(self, reply: dict) -> None:
        if not self.due:
            raise Problem(f"{self.name}: a reply that nobody waits for: {str(reply)[:200]}")
        due = self.due.pop(0)
        self.replies += 1
        parameters = reply["parameters"]
        if due is None and parameters != {}:
            raise Problem(f"{self.name}: {str(parameters)[:200]} instead of nothing")
        if due and f"interface {due}\n" not in parameters.get("description", ""):
            raise Problem(f"{self.name}: {str(parameters)[:200]} instead of {due}")
        self.world.later.append(self.more)


class SlowCaller(Caller):
    """Reads less than it is sent, so that replies wait half sent."""

    def piece_size(self) -> int:
        return 3000


class World:
    def __init__(self, program: str, folder: str, seed: int) -> None:
        self.random = random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.later: list = []
        self.is_ending = False
        self.supervisor = Supervisor(program, folder, self.selector)
        self.supervisor.start()
        self.monitors = [Monitor(self, f"monitor {index}") for index in range(12)]
        self.windows = [Window(self, f"window {index}") for index in range(8)]
        # One connection alone gives and takes the focus, so that what holds in the end is known.
        self.driver = Caller(self, "driver", 1, self.windows[0])
        self.callers = [Caller(self, f"caller {index}", 3) for index in range(3)]
        self.slow = [SlowCaller(self, f"slow caller {index}", 40) for index in range(2)]
        self.once = 0

    def turn(self) -> bool:
        """Does what is due; says whether there was anything for as long as a test may take."""
        later, self.later = self.later, []
        for action in later:
            action()
        ready = self.selector.select(0 if later else 20)
        for key, _ in ready:
            key.data()
        return bool(later or ready)

    def until(self, condition, what: str) -> None:
        while not condition():
            if not self.turn():
                raise Problem(f"{what}: nothing happens any more")

    def die(self, kind: str) -> None:
        if kind == "kill":
            # Anywhere, also while it starts.
            target = Client.messages + self.random.choice([0, 1, 5, 50, 200, 500])
            self.until(lambda: Client.messages >= target, "load")
            # A moment of its own: the daemon is somewhere else each time.
            os.sched_yield()
            self.supervisor.end(signal.SIGKILL)
        else:
            self.until(lambda: self.supervisor.is_ready, "start")
            self.supervisor.end(signal.SIGTERM)
        self.supervisor.start()

    def settle(self) -> None:
        """Ends the load, and compares what everybody has with the truth."""
        self.until(lambda: self.supervisor.is_ready, "start")
        self.is_ending = True
        callers = [self.driver, *self.callers, *self.slow]
        self.until(lambda: not any(caller.due or caller.unsent for caller in callers), "replies")
        truth = Monitor(self, "truth")
        self.until(lambda: truth.seq > 0, "truth")
        self.until(lambda: all(monitor.seq == truth.seq for monitor in self.monitors), "monitors")
        for monitor in self.monitors:
            if monitor.state != truth.state:
                raise Problem(f"{monitor.name}: {monitor.state} instead of {truth.state}")
        fresh = Window(self, "fresh window")
        self.until(lambda: fresh.seq > 0, "fresh window")
        for window in self.windows:
            self.until(lambda: window.state == fresh.state, f"{window.name}: {window.state} and not {fresh.state}")
        focus = self.driver.focus
        if truth.state["focus"]["textView"] != (focus is not None):
            raise Problem(f"focus: {truth.state.get('focus')} instead of {focus}")
        if focus and self.driver.height:
            keyboard = truth.state["keyboard"]
            if abs(keyboard["frame"]["height"] - 400 - self.driver.height) > 0.5:
                raise Problem(f"height: {keyboard} with an accessory of {self.driver.height}")


def main() -> None:
    program, folder, deaths, kind, seed = sys.argv[1:]
    world = World(program, folder, int(seed))
    try:
        everybody = [*world.monitors, *world.windows]
        world.until(lambda: all(stream.seq for stream in everybody), "first replies")
        world.until(lambda: all(caller.replies for caller in [world.driver, *world.callers, *world.slow]), "first calls")
        # The daemon tells the store of a connection before it answers, or a little later where the store is busy.
        count = 3 + len(everybody) + 1 + len(world.callers) + len(world.slow)
        world.until(lambda: len(world.supervisor.store) == count, "store")
        former = world.supervisor.open_descriptors()
        for _ in range(int(deaths)):
            world.die(kind)
        world.settle()
        if len(world.supervisor.store) != count + 2 or world.supervisor.open_descriptors() != former + 2:
            raise Problem(f"{len(world.supervisor.store)} kept, {world.supervisor.open_descriptors()} open; {count}, {former}")
    except Problem as problem:
        print(json.dumps({"problem": str(problem), "messages": Client.messages}))
        sys.exit(1)
    finally:
        if world.supervisor.process:
            os.kill(world.supervisor.process, signal.SIGKILL)
    print(json.dumps({"messages": Client.messages, "resyncs": sum(stream.resyncs for stream in everybody)}))


main()
