"""Messages between supervisors: one JSON object in a line, bounded in size."""
import asyncio
import json

LIMIT = 64 * 1024


class Garbage(Exception):
    """What came is no message of a supervisor."""


async def receive(reader):
    """The next message, or None where the connection has ended."""
    try:
        line = await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError:
        return None
    except asyncio.LimitOverrunError:
        raise Garbage(f"more than {LIMIT} bytes without an end of line") from None
    except OSError:
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Garbage("no JSON") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Garbage("no message")
    return message


def send(writer, kind, **more):
    """Never waits: who does not read is found by its silence."""
    if not writer.is_closing():
        writer.write(json.dumps({"type": kind, **more}).encode() + b"\n")
