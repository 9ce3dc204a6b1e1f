"""Rank 1 and above: finds rank 0, starts when it says so, and ends with it."""
import asyncio
import os
import signal
import time

from group_command import has_api
from group_member import Member, Peer
from group_wire import LIMIT, Garbage, receive, send

RETRY_SECONDS = 1
STOP_SECONDS = 2  # nothing is left to finish, and its workers wait for ranks that have gone
CLOCK_SECONDS = 2


def plainly(error):
    known = getattr(error, "errno", None) or 0
    return os.strerror(known) if known > 0 else str(error) or "no answer in 5 s"


class Follower(Member):
    async def run(self):
        options = self.options
        where = f"{options.leader}:{options.port}"
        self.say(f"waits at most {options.start_seconds:g} s for rank 0 at {where}")
        failure = ""
        while time.monotonic() - self.started < options.start_seconds:
            try:
                reader, writer = await asyncio.wait_for(asyncio.open_connection(options.leader, options.port, limit=LIMIT), 5)
            except (OSError, asyncio.TimeoutError) as error:
                failure = plainly(error)
            else:
                task = asyncio.create_task(self.follow(reader, writer))
                self.connections = {task}
                failure = await task
            await asyncio.sleep(RETRY_SECONDS)
        self.end(
            1,
            f"rank 0 cannot be joined at {where} within {options.start_seconds:g} s: {failure}. "
            "See rank 0's pod and its log, the leader's DNS name, and the NetworkPolicy of the group",
        )

    async def follow(self, reader, writer):
        """Stays with rank 0 while the connection lasts. Returns why it did not last, where another try makes sense."""
        send(writer, "hello", rank=self.rank, size=self.options.size, api=has_api(self.options.command), identity=self.mine)
        leader = self.peers[0] = Peer(0, writer)
        while True:
            try:
                message = await receive(reader)
            except Garbage:
                message = None
            if message is None:
                self.peer_lost(leader, "has closed its connection: its pod or its supervisor has ended")
                return "it closed the connection before the group started"
            leader.quiet = 0.0
            self.obey(message)
            if message["type"] in ("end", "refused"):
                writer.close()
                return "it ended"

    def obey(self, message):
        kind, reason = message["type"], str(message.get("reason"))[:1000]
        if kind == "welcome":
            self.say("rank 0 has this rank; the group starts when all are there")
            self.compare_clocks(message.get("time"))
        elif kind == "refused":
            self.end(1, f"rank 0 refuses this rank: {reason}")
        elif kind == "start" and self.engine is None:
            self.say(f"group {message.get('group')} starts")
            self.start_engine(str(message.get("group")))
        elif kind == "serves":
            self.served = True
        elif kind == "drain":
            self.drain()
        elif kind == "end":
            self.end(0 if message.get("planned") else 1, f"rank 0 ends the group: {reason}")

    def compare_clocks(self, theirs):
        apart = time.time() - theirs if isinstance(theirs, (int, float)) else 0
        if abs(apart) > CLOCK_SECONDS:
            self.say(f"warning: this node's clock is {apart:+.1f} s from rank 0's. Logs and leases go wrong: let NTP set both")

    def drain(self):
        """Rank 0 stops. Its engine needs this one until it has drained; one with an API of its own drains too."""
        if not self.stopping:
            self.say("rank 0 is told to stop: this engine stays until the other has drained")
        self.stopping = True
        if self.engine and has_api(self.options.command):
            self.engine.signal(signal.SIGTERM)

    def peer_lost(self, peer, how):
        if self.peers.pop(0, None) is None:
            return
        peer.writer.close()
        if self.verdict.done():
            return
        if self.engine is None:
            self.say(f"rank 0 {how}; tries again")
            return
        self.end(1, f"rank 0 is lost: it {how}. This rank ends at once")

    async def told_to_stop(self):
        if self.engine is None or 0 not in self.peers:
            return self.end(0, "told to stop before the group has started")
        self.stopping = True
        self.say("told to stop: the engine stays until rank 0's has drained")
        send(self.peers[0].writer, "stopping")

    def engine_ended(self, code):
        reason = f"the engine of rank {self.rank} has ended {'while the group stops' if self.stopping else 'by itself'} with code {code}"
        if self.stopping and code in (0, -signal.SIGTERM, 128 + signal.SIGTERM) and 0 in self.peers:
            self.say(reason)
            send(self.peers[0].writer, "ended", code=0, reason=reason)
        else:
            self.end(1, f"{reason}: see its log above")

    async def finish(self, code, reason):
        if self.engine and code == 0:
            return await self.engine.stop(STOP_SECONDS)
        if self.engine:
            await self.engine.kill(0.02)
        if 0 in self.peers:
            send(self.peers[0].writer, "ended", code=code, reason=reason)
            await self.parted()
        if self.engine:
            await self.engine.kill()
