"""What a rank needs of its own node: GPUs, shared memory, open files, locked memory."""
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
from importlib.util import find_spec

from preflight_check import fail, ok, warn

FILES = 1048576
LOCKED_GIB = 16  # buffers of NCCL, UCX and libfabric in a host's memory
CAP_IPC_LOCK = 14
GIB = 1 << 30
TORCH = "import torch; n = torch.cuda.device_count(); print(n, *[torch.cuda.get_device_name(i) for i in range(n)], sep='\\n')"


def output(command):
    """What a program prints, or None where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def torch_gpus():
    """Names of the GPUs in the order in which PyTorch, and so the engine, has them; None without PyTorch."""
    printed = output([sys.executable, "-c", TORCH]) if find_spec("torch") else None
    return printed.splitlines()[1:] if printed else None


def driver_gpus():
    """Names of the GPUs that the driver shows, or their devices without its tool."""
    listed = output(["nvidia-smi", "-L"]) if shutil.which("nvidia-smi") else None
    if listed is None:
        return sorted(device for device in glob.glob("/dev/nvidia*") if re.fullmatch(r"/dev/nvidia\d+", device))
    return re.findall(r"^GPU \d+: (.*?)(?: \(UUID.*)?$", listed, re.MULTILINE)


def gpus(expected):
    if expected == 0:
        return ok("GPUs", "none are expected")
    torch, driver = torch_gpus(), driver_gpus()
    found = driver if torch is None else torch
    seen = f"{len(found)} of {expected} visible" + (f": {summary(found)}" if found else "")
    if torch is not None and len(torch) < len(driver):
        hidden = "CUDA_VISIBLE_DEVICES" if os.environ.get("CUDA_VISIBLE_DEVICES") else "the driver's version for this PyTorch"
        return fail("GPUs", f"{seen}; PyTorch uses fewer than the driver's {len(driver)}", f"see {hidden}")
    if len(found) != expected:
        return fail("GPUs", seen, f"let the pod ask for {expected} GPUs, and see the node's device plugin")
    return ok("GPUs", seen)


def summary(names):
    return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))


def shared_memory(needed_gib, running, where="/dev/shm"):
    space = os.statvfs(where)
    total, free = space.f_blocks * space.f_frsize / GIB, space.f_bavail * space.f_frsize / GIB
    # a running engine uses its share
    have, word = (total, "in all") if running else (free, "free")
    seen = f"{have:.1f} GiB {word} of {where}, {needed_gib:g} GiB needed"
    if have < needed_gib:
        return fail("shared memory", seen, f"give the pod an emptyDir in memory of {needed_gib:g} GiB at {where}")
    return ok("shared memory", seen)


def limit_of(pid, number, name):
    """A limit of a process, or what this one may raise its own to, as the engine's shell does with open files. None is no limit."""
    if pid is None:
        limit = resource.getrlimit(number)[1]
        return None if limit == resource.RLIM_INFINITY else limit
    with open(f"/proc/{pid}/limits") as file:
        soft = re.search(rf"^{name}\s+(\S+)", file.read(), re.MULTILINE)[1]
    return None if soft == "unlimited" else int(soft)


def open_files(pid=None):
    limit = limit_of(pid, resource.RLIMIT_NOFILE, "Max open files")
    if limit is not None and limit < FILES:
        return warn("open files", f"at most {limit}, {FILES} wanted", f"raise the container runtime's nofile limit to {FILES}")
    return ok("open files", "no limit" if limit is None else str(limit))


def may_lock(pid):
    """Whether a process may lock any memory, whatever its limit."""
    with open(f"/proc/{pid or 'self'}/status") as file:
        effective = re.search(r"^CapEff:\s+(\S+)", file.read(), re.MULTILINE)[1]
    return bool(int(effective, 16) >> CAP_IPC_LOCK & 1)


def locked_memory(pid=None):
    """What an adapter reads and writes by itself has to stay where it is."""
    name, limit = "locked memory", limit_of(pid, resource.RLIMIT_MEMLOCK, "Max locked memory")
    if limit is None:
        return ok(name, "no limit")
    seen = f"at most {limit / GIB:.3g} GiB" if limit >= GIB else f"at most {limit >> 10} KiB"
    if may_lock(pid):
        return ok(name, f"{seen}, which IPC_LOCK lifts")
    if limit < LOCKED_GIB * GIB:
        todo = "let the container runtime of the nodes start with LimitMEMLOCK=infinity, or run the engines as root: those get IPC_LOCK"
        return warn(name, f"{seen}, and adapters for RDMA register their buffers there: {LOCKED_GIB} GiB or no limit wanted", todo)
    return ok(name, seen)
