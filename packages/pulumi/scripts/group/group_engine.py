"""The engine of this pod, as a child."""
import asyncio
import os
import signal
import subprocess

from group_command import has_api, http_port
from group_processes import below, kill_below


class Engine:
    def __init__(self, command, environ, ended):
        """`ended` is called once with the exit code; a signal's number is negative."""
        self.command, self.ended = command, ended
        self.child = subprocess.Popen(command, env=environ, start_new_session=True)
        self.running = True

    def reaped(self, pid, code):
        if pid == self.child.pid:
            self.child.returncode, self.running = code, False
            self.ended(code)

    def signal(self, number):
        if self.running:
            os.kill(self.child.pid, number)

    def hangs(self):
        """Whether a process of it is stopped."""
        return any(state in "Tt" for _, state in below(os.getpid()))

    async def serves(self):
        """Whether it can drain: an engine without an API, or whose port is still closed, has nothing to finish. (While it loads it swallows SIGTERM.)"""
        if not has_api(self.command):
            return False
        try:
            _, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", http_port(self.command)), 5)
            writer.close()
        except ConnectionRefusedError:
            return False
        except (OSError, asyncio.TimeoutError):
            pass  # too busy to answer: it serves
        return True

    async def stop(self, seconds):
        """Ends it, by force after some seconds."""
        self.signal(signal.SIGTERM)
        for _ in range(int(seconds * 20)):
            if not self.running:
                break
            await asyncio.sleep(0.05)
        await self.kill()

    async def kill(self, seconds=5):
        """Kills it with all that it has started. What is deep in a driver may take longer than the seconds: it ends with process 1."""
        for _ in range(int(seconds * 50)):
            if kill_below(os.getpid()) == 0:
                return
            await asyncio.sleep(0.02)
