import { control, host, type Node, nodes, serviceRange } from "../host/addresses";
import { command, succeeds } from "../host/command";
import type { Machine } from "../host/machine";

/** The only device on this machine. */
const link = "sonar-host";

/** In the control machine: the bridge that all machines are on. */
export const controlNetwork = `ip link set lo up
ip link add sonar0 type bridge
ip addr add ${control}/24 dev sonar0
ip link set sonar0 up`;

/** In a node: forwarding between its pods and the bridge. */
export const nodeNetwork = `ip link set lo up
sysctl -qw net.ipv4.ip_forward=1`;

/** Connects this machine to the bridge, with routes to Services and pods through the nodes. */
export async function connectHost(machine: Machine): Promise<void> {
  await command("ip", ["link", "add", link, "type", "veth", "peer", "name", "to-host", "netns", String(machine.pid)]);
  await machine.shell("ip link set to-host master sonar0 up");
  await command("ip", ["addr", "add", `${host}/24`, "dev", link]);
  await command("ip", ["link", "set", link, "up"]);
  await command("bash", ["-ec", routes(undefined).join("\n")]);
}

/** Removes the link, and with it the routes. */
export async function disconnectHost(): Promise<void> {
  if (await succeeds("ip", ["link", "show", link])) await command("ip", ["link", "delete", link]);
}

/** Connects a node to the bridge of the control machine. */
export async function connectNode(node: Node, machine: Machine, controlMachine: Machine): Promise<void> {
  const peer = `to-${node.name}`;
  await controlMachine.command("ip", ["link", "add", peer, "type", "veth", "peer", "name", "uplink"]);
  // a process number means something else in each process namespace: this one sees them all
  await command("nsenter", [
    "-t",
    String(controlMachine.pid),
    "--net",
    "ip",
    "link",
    "set",
    "uplink",
    "netns",
    String(machine.pid),
  ]);
  await controlMachine.shell(`ip link set ${peer} master sonar0 up`);
  await machine.shell(
    [
      "ip link set uplink name eth0",
      `ip addr add ${node.address}/24 dev eth0`,
      "ip link set eth0 up",
      `ip route add default via ${control}`,
      ...routes(node),
    ].join("\n"),
  );
}

/** Routes of the control machine to Services and pods. */
export const controlRoutes = () => routes(undefined).join("\n");

/** Pods by node, and Services through the first node's kube-proxy; a node has its own. */
function routes(self: Node | undefined): string[] {
  const others = nodes.filter((node) => node.name !== self?.name);
  const services = self ? [] : [`ip route add ${serviceRange} via ${nodes[0]?.address}`];
  return [...others.map((node) => `ip route add ${node.pods} via ${node.address}`), ...services];
}
