"""What a rank needs of the network: a way to rank 0, one interface, open ports, one time."""
import errno
import json
import os
import socket
import time

from group_network import addresses, interface_mtu, interface_of, route
from preflight_check import fail, ok, warn

CLOCK_SECONDS = 2
ANSWER_SECONDS = 5


def resolved(host, seconds):
    """Whether a host has an address, which the leader's name has once its pod is on a node."""
    until = time.monotonic() + seconds
    while True:
        try:
            socket.getaddrinfo(host, None)
            return None
        except OSError as error:
            if time.monotonic() >= until:
                return str(error)
            time.sleep(1)


def way(host):
    """The check of `ip route get`, and what it found: interface and MTU."""
    try:
        source, mtu = route(host)
    except OSError as error:
        return fail("route", f"none to {host}: {error}", "see the leader's name, and the node's network"), {}
    name = interface_of(source)
    if name is None:
        return fail("route", f"{host} is reached from {source}, which no interface has", "see the node's network"), {}
    # rank 0 reaches itself without its interface, whose packets are what others get
    mtu = min(filter(None, (mtu, interface_mtu(name))), default=None)
    return ok("route", f"{host} through {name}, from {source}, MTU {mtu}"), {"interface": name, "mtu": mtu}


def interface(leads):
    """NCCL's and Gloo's interface; `leads` is the one that leads to rank 0."""
    given = {name: os.environ.get(name) for name in ("NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME")}
    names = {text for text in given.values() if text}
    if not names:
        return ok("interface", f"not given: NCCL and Gloo take {leads or 'the one that leads to rank 0'}")
    if len(names) > 1:
        seen = " but ".join(f"{name}={text}" for name, text in given.items())
        return fail("interface", seen, "give both the data plane's")
    name = names.pop()
    own = [address for other, address in addresses() if other == name]
    if not own:
        there = ", ".join(sorted({other for other, _ in addresses()}))
        return fail("interface", f"{name} does not exist here, or has no address", f"this pod has {there}: name the data plane's, or leave both variables out")
    if leads and name != leads:
        return warn("interface", f"{name} has {own[0]}, but {leads} leads to rank 0", "make sure that it is the data plane's, not a management network's")
    return ok("interface", f"{name} has {own[0]}")


def port(name, host, number, must_listen):
    """Whether a port of rank 0 is open; before a start it is enough that rank 0's pod answers."""
    where = f"{host}:{number}"
    try:
        socket.create_connection((host, number), ANSWER_SECONDS).close()
        return ok(name, f"{where} is open")
    except OSError as error:
        refused = error.errno == errno.ECONNREFUSED
    if refused and not must_listen:
        return ok(name, f"{where} can be reached; nothing listens there yet")
    if refused:
        return fail(name, f"{where} can be reached, but nothing listens there", "see rank 0's log, and compare --master-addr, --master-port, --nnodes and --node-rank of all ranks")
    verdict = fail if must_listen else warn
    return verdict(name, f"{where} does not answer", "see the NetworkPolicy of the group, the nodes' firewall, and whether rank 0's pod runs")


def clock(host, number, must_listen):
    """The difference to rank 0's clock, asked of its supervisor."""
    sent = time.time()
    try:
        with socket.create_connection((host, number), ANSWER_SECONDS) as there:
            there.sendall(b'{"type": "clock"}\n')
            line = there.makefile("rb").readline(1 << 16)
        answered = time.time()
        apart = (sent + answered) / 2 - float(json.loads(line)["time"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        seen = f"rank 0's supervisor cannot be asked: {error or 'it says nothing'}"
        return (warn("clock", seen, "see the port") if must_listen else ok("clock", "rank 0 cannot be asked yet; the supervisor compares")), None
    seen = f"{apart:+.2f} s from rank 0's, within {(answered - sent) / 2:.2f} s"
    return (warn("clock", seen, "let NTP set the clocks of both nodes") if abs(apart) > CLOCK_SECONDS else ok("clock", seen)), apart
