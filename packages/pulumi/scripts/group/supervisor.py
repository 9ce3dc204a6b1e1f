"""Runs one rank of an engine that spans pods: all ranks start together, and all end when one is lost. See --help."""
import os
import signal

# process 1 does not get a signal that it has no handler for, and all below takes a while
signal.signal(signal.SIGTERM, lambda *_: os._exit(143))

import asyncio
import sys
import traceback

from group_command import fault
from group_follower import Follower
from group_identity import identity
from group_leader import Leader
from group_options import group_options
from group_processes import adopt_orphans

TERMINATION_LOG = os.environ.get("SONAR_TERMINATION_LOG", "/dev/termination-log")


def leave_word(text):
    """For `kubectl describe`: the container's last state says why it ended."""
    try:
        with open(TERMINATION_LOG, "w") as file:
            file.write(text[:2000])
    except OSError:
        pass


async def run(member):
    # in a thread: a file system that hangs must not keep this process from its signals
    member.mine = await asyncio.to_thread(identity, member.options.command, member.options.image, os.environ)
    await member.run()


async def live(options):
    member = (Leader if options.rank == 0 else Follower)(options)
    member.listen_to_signals()
    wrong = fault(options.command, options.rank, options.size)
    if wrong:
        member.end(1, f"rank {options.rank} cannot start: {wrong}")
    tasks = [] if wrong else [asyncio.create_task(task) for task in (run(member), member.watch())]
    for task in tasks:
        task.add_done_callback(lambda task: failed(task, member))
    code, reason = await member.verdict
    member.say(("" if code == 0 else "error: ") + reason)
    leave_word(reason)
    await member.finish(code, reason)
    for task in tasks:
        task.cancel()
    if code != 0 and not member.served:
        await pause(member)
    sys.stderr.flush()
    os._exit(code)  # nothing may keep process 1 from ending


def failed(task, member):
    if not task.cancelled() and task.exception():
        member.end(70, "the supervisor has a fault: " + "".join(traceback.format_exception(None, task.exception(), None)).strip())


async def pause(member):
    """
    LeaderWorkerSet makes a group anew as soon as a container of it starts again: this bounds how often, and keeps pods and logs for a while. All
    ranks stay, since the first to end takes the others along. It cannot grow from try to try: the pods are new ones, and nothing of the old
    outlives them. Nor can it help where the kernel ends all processes of a container, this one too, for want of memory. SIGTERM ends it.
    """
    seconds = member.options.pause_seconds
    if seconds > 0 and not member.told.is_set():
        member.say(f"the group has never served: this rank stays {seconds:g} s, so that the log can be read")
        try:
            await asyncio.wait_for(member.told.wait(), seconds)
        except asyncio.TimeoutError:
            pass


if __name__ == "__main__":
    adopt_orphans()
    asyncio.run(live(group_options(sys.argv[1:])))
