"""Processes below this one."""
import ctypes
import os
import signal

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """What loses its parent becomes a child of this process, as it would of process 1: nothing can leave the tree."""
    try:
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass  # process 1 needs no leave


def stat(pid):
    """State and parent of a process; None if it is gone."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            state, parent = file.read().rpartition(")")[2].split()[:2]
            return state, int(parent)
    except OSError:
        return None


def below(pid):
    """All descendants that have not ended, parents first, with their states."""
    children = {}
    for other in filter(str.isdigit, os.listdir("/proc")):
        known = stat(other)
        if known and known[0] not in "ZX":
            children.setdefault(known[1], []).append((int(other), known[0]))
    found = [(pid, "")]
    for one, _ in found:
        found += children.get(one, [])
    return found[1:]


def kill_below(pid):
    """Kills all descendants. Returns how many there were: one may just have been born, so it takes another call that finds none."""
    found = below(pid)
    for one, _ in found:
        try:
            os.kill(one, signal.SIGKILL)
        except OSError:
            pass  # it has ended
    return len(found)
