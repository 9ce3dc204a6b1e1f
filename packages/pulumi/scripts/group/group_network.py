"""Interfaces, addresses and routes of this pod."""
import socket
import struct

RTM_GETADDR, DUMP_REQUEST, DONE, ERROR = 22, 0x301, 3, 2
IFA_ADDRESS, IFA_LOCAL = 1, 2


def addresses():
    """(interface, address) of this pod, asked of the kernel: the image need not have `ip`."""
    found = []
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as netlink:
        netlink.settimeout(5)
        netlink.send(struct.pack("=IHHIIBBBBI", 24, RTM_GETADDR, DUMP_REQUEST, 1, 0, 0, 0, 0, 0, 0))
        while True:
            data = netlink.recv(1 << 16)
            while len(data) >= 16:
                length, kind = struct.unpack_from("=IH", data)
                if kind in (DONE, ERROR):
                    return found
                found += address(data[16:length])
                data = data[(length + 3) & ~3 :]


def address(message):
    """The address in one answer; IFA_LOCAL is this side's where the two differ."""
    family, _, _, _, index = struct.unpack_from("=BBBBI", message)
    attributes, rest = {}, message[8:]
    while len(rest) >= 4:
        length, kind = struct.unpack_from("=HH", rest)
        attributes[kind] = rest[4:length]
        rest = rest[max(4, (length + 3) & ~3) :]
    raw = attributes.get(IFA_LOCAL) or attributes.get(IFA_ADDRESS)
    if raw is None or family not in (socket.AF_INET, socket.AF_INET6):
        return []
    return [(socket.if_indextoname(index), socket.inet_ntop(family, raw))]


def route(host, port=9):
    """This pod's address towards a host, and the route's MTU or None. Sends nothing."""
    family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.connect(target)
        level, option = (socket.IPPROTO_IP, 14) if family == socket.AF_INET else (socket.IPPROTO_IPV6, 24)
        try:
            mtu = probe.getsockopt(level, option)
        except OSError:
            mtu = None
        return plain(probe.getsockname()[0]), mtu


def interface_mtu(name):
    """An interface's own MTU, or None."""
    try:
        with open(f"/sys/class/net/{name}/mtu") as file:
            return int(file.read())
    except (OSError, ValueError):
        return None


def plain(address):
    """Without what a socket for both families, or a scope, adds to it."""
    return address.removeprefix("::ffff:").split("%")[0]


def interface_of(own):
    """The name of the interface that has an address of this pod, or None."""
    return next((name for name, address in addresses() if address == own), None)


def listener(port):
    """Listens on all addresses of both families, or of the one there is."""
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError:
            pass  # built in, and switched off
    return socket.create_server(("", port))
