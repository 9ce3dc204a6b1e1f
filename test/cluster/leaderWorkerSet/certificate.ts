import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certify } from "../control/certificates";

/** A certificate that vouches for itself, for a server at this address. */
export async function selfSigned(address: string): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), "sonar-webhook-"));
  try {
    const pair = { key: join(folder, "key"), certificate: join(folder, "certificate") };
    await certify(pair, "/CN=leaderworkerset-test-controller", [`IP:${address}`]);
    return { key: readFileSync(pair.key), cert: readFileSync(pair.certificate) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
