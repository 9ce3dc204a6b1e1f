"""What every rank does: run the engine, watch it and its peers, and end in one way."""
import asyncio
import os
import signal
import sys
import time

from group_engine import Engine
from group_network import interface_of, plain
from group_wire import send

FORWARDED = (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


class Peer:
    """Another rank, while its connection is open."""

    def __init__(self, rank, writer):
        self.rank, self.writer, self.quiet = rank, writer, 0.0
        self.api = False


class Member:
    def __init__(self, options):
        self.options, self.rank = options, options.rank
        self.mine = None  # identity, known before it runs
        self.peers = {}
        self.connections = set()  # tasks, one for each
        self.engine = None
        self.stopping = False  # a planned stop
        self.told = asyncio.Event()  # by a signal, to stop
        self.served = False  # rank 0 has, since the group started
        self.started = time.monotonic()
        self.verdict = asyncio.get_running_loop().create_future()

    def say(self, text):
        print(f"[supervisor {self.rank}/{self.options.size}] {text}", file=sys.stderr, flush=True)

    def end(self, code, reason):
        """Decides how this rank ends; the first reason counts."""
        if not self.verdict.done():
            self.verdict.set_result((code, reason))

    def start_engine(self, group):
        """The environment and the command become the engine's; an interface that is not given is the one that leads to rank 0."""
        environ = dict(os.environ)
        missing = [name for name in ("NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME") if not environ.get(name)]
        peer = next(iter(self.peers.values()), None)
        if missing and peer:
            own = plain(peer.writer.get_extra_info("sockname")[0])
            interface = interface_of(own)
            if interface is None:
                return self.end(1, f"no interface has {own}, the address that ranks talk over: set {' and '.join(missing)} to the data plane's")
            self.say(f"{' and '.join(missing)}: {interface}, which has {own}")
            environ.update(dict.fromkeys(missing, interface))
        environ["SONAR_GROUP_ID"] = group
        command = [word.replace("$(SONAR_GROUP_ID)", group) for word in self.options.command]
        try:
            self.engine = Engine(command, environ, self.engine_ended)
        except OSError as error:
            self.end(1, f"the engine cannot be run: {error}. The image must have {command[0]} on its PATH")

    def reap(self):
        """Every child that has ended, as process 1 must; orphans come here too."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if self.engine:
                self.engine.reaped(pid, os.waitstatus_to_exitcode(status))

    def listen_to_signals(self):
        loop = asyncio.get_running_loop()

        def stop():
            if self.told.is_set():
                self.end(1, "told to stop a second time: ends at once")
            elif not self.verdict.done():
                loop.create_task(self.told_to_stop())
            self.told.set()

        loop.add_signal_handler(signal.SIGCHLD, self.reap)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop)
        for number in FORWARDED:
            loop.add_signal_handler(number, lambda number=number: self.engine and self.engine.signal(number))

    async def watch(self):
        """Beats, and looks for who has fallen silent. A time in which this process itself stood still counts for nobody."""
        lost, hung = self.options.lost_seconds, 0.0
        beat = min(1.0, lost / 5)
        before = time.monotonic()
        while True:
            await asyncio.sleep(beat)
            now = time.monotonic()
            passed, before = min(now - before, 2 * beat), now
            for peer in list(self.peers.values()):
                send(peer.writer, "beat")
                peer.quiet += passed
                if peer.quiet > lost:
                    self.peer_lost(peer, f"says nothing for {lost:g} s: its pod is frozen, or its node or network is gone")
            hung = hung + passed if self.engine and self.engine.hangs() else 0.0
            if hung > lost:
                self.end(1, f"a process of rank {self.rank}'s engine is stopped for {lost:g} s: the engine hangs")

    async def parted(self, seconds=1):
        """Waits for the other sides to close: whoever closes first, with something unread, takes back what it has just said."""
        if self.connections:
            await asyncio.wait(self.connections, timeout=seconds)
