"""Rank 0: gathers the others, starts the group, and decides when it ends."""
import asyncio
import signal
import time
import uuid

from group_admission import fault, ranks
from group_member import Member, Peer
from group_network import listener, plain
from group_wire import LIMIT, Garbage, receive, send

HELLO_SECONDS = 10
REFUSED_SECONDS = 2
STRANGERS = 64  # connections that have not said who they are


class Leader(Member):
    def __init__(self, options):
        super().__init__(options)
        self.came = asyncio.Event()
        self.strangers = 0
        self.group = None
        self.serving = {0}  # ranks whose engine has to drain

    def missing(self):
        return sorted({*range(1, self.options.size)} - {*self.peers})

    async def run(self):
        options = self.options
        try:
            server = await asyncio.start_server(self.greet, sock=listener(options.port), limit=LIMIT)
        except OSError as error:
            return self.end(1, f"port {options.port} cannot be listened on: {error}. Give the group another --port")
        async with server:
            if self.missing():
                self.say(f"waits at most {options.start_seconds:g} s for {ranks(self.missing())} on port {options.port}")
            while self.missing():
                self.came.clear()
                left = self.started + options.start_seconds - time.monotonic()
                try:
                    await asyncio.wait_for(self.came.wait(), left)
                except asyncio.TimeoutError:
                    return self.end(1, self.absence())
            self.group = str(uuid.uuid4())
            self.say(f"all {options.size} ranks are here after {time.monotonic() - self.started:.1f} s: group {self.group} starts")
            self.tell("start", group=self.group)
            self.start_engine(self.group)
            await self.first_service()
            await self.verdict

    async def first_service(self):
        """All ranks are told once the engine serves: how a rank ends then is another matter."""
        while not self.verdict.done():
            if await self.engine.serves():
                self.served = True
                return self.tell("serves")
            await asyncio.sleep(0.5)

    def absence(self):
        options = self.options
        return (
            f"{ranks(self.missing())} of {options.size} did not come within {options.start_seconds:g} s; {ranks([0, *sorted(self.peers)])} came. "
            f"See their pods (pending? failing?), and whether they reach {options.leader}:{options.port}"
        )

    def tell(self, kind, **more):
        for peer in self.peers.values():
            send(peer.writer, kind, **more)

    async def greet(self, reader, writer):
        """A new connection. What says nothing, or nothing that a supervisor says, is closed and does not matter."""
        self.connections.add(asyncio.current_task())
        try:
            message = await self.first_words(reader)
            if message and message["type"] == "clock":
                send(writer, "clock", time=time.time(), size=self.options.size, here=[0, *sorted(self.peers)])
            elif message and message["type"] == "hello":
                peer = self.admit(message, writer)
                # one that is refused closes when it has read why
                await (self.hear(peer, reader) if peer else asyncio.wait_for(receive(reader), REFUSED_SECONDS))
        except (Garbage, asyncio.TimeoutError):
            pass
        finally:
            writer.close()
            self.connections.discard(asyncio.current_task())

    async def first_words(self, reader):
        if self.strangers >= STRANGERS:
            return None
        self.strangers += 1
        try:
            return await asyncio.wait_for(receive(reader), HELLO_SECONDS)
        except (Garbage, asyncio.TimeoutError):
            return None
        finally:
            self.strangers -= 1

    def admit(self, hello, writer):
        """The peer, or None if it is refused. Before the start a wrong rank ends the group: no other will come in its place."""
        rank = hello.get("rank")
        there = plain((writer.get_extra_info("peername") or ["?"])[0])
        reason = fault(hello, self)
        if reason:
            reason = f"rank {rank} ({there}) is refused: {reason}"
            send(writer, "refused", reason=reason)
            if self.group is None:
                self.end(1, reason)
            else:
                self.say(f"{reason}. The group goes on")
            return None
        peer = self.peers[rank] = Peer(rank, writer)
        if hello.get("api"):
            self.serving.add(rank)
        send(writer, "welcome", time=time.time())
        self.say(f"rank {rank} is here ({there})" + (f"; {ranks(self.missing())} not yet" if self.missing() else ""))
        self.came.set()
        return peer

    async def hear(self, peer, reader):
        while True:
            try:
                message = await receive(reader)
            except Garbage as error:
                return self.peer_lost(peer, f"sent {error}")
            if message is None:
                return self.peer_lost(peer, "has closed its connection: its pod or its supervisor has ended")
            peer.quiet = 0.0
            if message["type"] == "stopping":
                self.peer_stops(peer)
            elif message["type"] == "ended":
                self.peer_ended(peer, message)

    def peer_lost(self, peer, how):
        if self.peers.pop(peer.rank, None) is None:
            return
        peer.writer.close()
        if self.verdict.done():
            return
        if self.group is None:
            self.say(f"rank {peer.rank} {how}; it may come again")
        else:
            self.end(1, f"rank {peer.rank} is lost: it {how}. All ranks end at once and start anew")

    def peer_stops(self, peer):
        """Its pod alone was deleted, or ours soon will be too, after the pause that lets the gateway forget it."""
        if not self.stopping:
            self.say(f"rank {peer.rank} is told to stop: this engine drains in {self.options.notice_seconds:g} s")
            loop = asyncio.get_running_loop()
            loop.call_later(self.options.notice_seconds, lambda: loop.create_task(self.told_to_stop()))

    def peer_ended(self, peer, message):
        reason = str(message.get("reason"))[:1000]
        if not self.stopping or message.get("code") != 0:
            return self.end(1, reason)
        self.say(reason)
        self.drained(peer.rank)

    async def told_to_stop(self):
        if self.stopping:
            return
        self.stopping = True
        if self.engine is None:
            return self.end(0, "told to stop before the group has started")
        self.tell("drain")
        if await self.engine.serves():
            self.say("told to stop: the engine finishes what it has")
            self.engine.signal(signal.SIGTERM)
        else:
            self.end(0, "told to stop while the engine starts: nothing is to be finished")

    def engine_ended(self, code):
        if not self.stopping:
            self.end(1, f"the engine of rank 0 has ended by itself with code {code}: see its log above")
        elif code not in (0, -signal.SIGTERM, 128 + signal.SIGTERM):
            self.end(1, f"the engine of rank 0 has ended with code {code} while it drained")
        else:
            self.drained(0)

    def drained(self, rank):
        """A planned stop is over once each rank with an API has drained. One whose followers have left will not finish more."""
        needed = rank not in self.serving
        self.serving.discard(rank)
        if not self.serving:
            self.end(0, "the engine has drained and ended")
        elif needed:
            reason = f"the engine of rank {rank} has ended, and rank 0's goes on without it"
            asyncio.get_running_loop().call_later(self.options.lost_seconds, self.end, 1, reason)

    async def finish(self, code, reason):
        if self.engine:
            await self.engine.kill(0.02)
        self.tell("end", planned=code == 0, reason=reason)
        await self.parted()
        if self.engine:
            await self.engine.kill()
