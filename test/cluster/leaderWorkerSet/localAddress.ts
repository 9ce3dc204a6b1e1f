import { once } from "node:events";
import { connect } from "node:net";

/** This machine's address on the way to a server: where the server can call back. */
export async function localAddress(server: string): Promise<string> {
  const { hostname, port } = new URL(server);
  const socket = connect({ host: hostname, port: Number(port || 443) });
  await once(socket, "connect");
  const address = socket.localAddress as string;
  socket.destroy();
  return address;
}
