"""Looks at what a rank needs, before its engine starts (an init container) or while it runs (sonar doctor). See --help."""
import os
import signal

# process 1 does not get a signal that it has no handler for, and all below takes a while
signal.signal(signal.SIGTERM, lambda *_: os._exit(143))

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from group_command import fault, value
from group_identity import compared, difference, identity, is_identity
from group_options import group_options, split
from preflight_check import fail, ok, warn
from preflight_network import clock, interface, port, resolved, way
from preflight_node import gpus, locked_memory, open_files, shared_memory


def preflight_options(arguments):
    parser = argparse.ArgumentParser(
        prog="preflight.py",
        allow_abbrev=False,
        description="One line for each check: ok, warn or fail, what was seen, what to do. Ends with 1 if one fails.",
        epilog="After --: the supervisor's own arguments, with the engine's command after another --.",
    )
    add = parser.add_argument
    add("--gpus", type=int, required=True, help="GPUs that this pod needs")
    add("--shm-gib", type=float, required=True, help="shared memory that it needs, in GiB")
    add("--rdma", action="store_true", help="it has adapters that read and write memory themselves")
    add("--wait-seconds", type=float, default=0, help="how long rank 0's name may take to get an address")
    add("--running", type=int, metavar="PID", help="look at a rank that runs, of which this process is the supervisor")
    add("--compare", action="store_true", help="with --running: read rank 0's identity on standard input")
    add("--json", action="store_true", help="one JSON object for programs")
    own, rest = split(arguments)
    return parser.parse_args(own, argparse.Namespace(supervisor=rest))


def supervisor_words(pid):
    with open(f"/proc/{pid}/cmdline") as file:
        words = file.read().split("\0")[:-1]
    at = next((i for i, word in enumerate(words) if os.path.basename(word) == "supervisor.py"), None)
    if at is None:
        sys.exit(f"process {pid} is no supervisor but: {' '.join(words)[:200]}")
    return words[at + 1 :]


def environment(pid):
    with open(f"/proc/{pid}/environ", errors="surrogateescape") as file:
        return dict(entry.split("=", 1) for entry in file.read().split("\0") if "=" in entry)


def network(options, group):
    running = options.running is not None
    name = resolved(group.leader, options.wait_seconds)
    if name:
        seen = f"{group.leader} has no address: {name}"
        return [fail("route", seen, "see rank 0's pod (pending? failing?) and the group's headless Service")], {}
    checks, found = [], {}
    check, found = way(group.leader)
    checks += [check, interface(found.get("interface"))]
    master = int(value(group.command, "--master-port") or 29501)
    checks.append(port("supervisor", group.leader, group.port, running))
    if value(group.command, "--nnodes", "-n"):
        checks.append(port("master port", group.leader, master, running))
    check, found["clock"] = clock(group.leader, group.port, running)
    return [*checks, check], found


def alike(leader, mine):
    name = "same as rank 0"
    if not is_identity(leader):
        return warn(name, "rank 0 does not say what it runs: nothing is compared", "see the version that made its pod")
    other = difference(leader, mine)
    return fail(name, *other.rsplit(". ", 1)) if other else ok(name, compared(leader, mine))


def same(options, group, mine):
    wrong = fault(group.command, group.rank, group.size)
    if wrong:
        return [fail("rank", wrong, "compare --master-addr, --master-port, --nnodes and --node-rank of all ranks")]
    checks = [ok("rank", f"{group.rank} of {group.size}, and the command says so")]
    if options.compare:
        checks.append(alike(json.load(sys.stdin), mine))
    return checks


def main(options):
    running = options.running is not None
    group = group_options(supervisor_words(options.running) if running else options.supervisor)
    mine = identity(group.command, group.image, environment(options.running) if running else os.environ, running)
    wide, found = network(options, group)
    checks = [
        gpus(options.gpus),
        shared_memory(options.shm_gib, running),
        open_files(options.running),
        *([locked_memory(options.running)] if options.rdma else []),
        *same(options, group, mine),
        *wide,
    ]
    if options.json:
        print(json.dumps({"rank": group.rank, "size": group.size, "checks": [vars(check) for check in checks], "identity": mine, **found}))
    else:
        print("\n".join(check.line() for check in checks), flush=True)
    failed = any(check.verdict == "fail" for check in checks)
    if failed and not running and group.pause_seconds > 0:
        # as the supervisor does where a start fails: the next try comes with new pods, and takes this log along
        print(f"stays {group.pause_seconds:g} s, so that this can be read", file=sys.stderr, flush=True)
        time.sleep(group.pause_seconds)
    return 1 if failed else 0


if __name__ == "__main__":
    # in a thread: a name server or a file system that hangs must not keep this process from its signals
    with ThreadPoolExecutor(1) as thread:
        sys.exit(thread.submit(main, preflight_options(sys.argv[1:])).result())
