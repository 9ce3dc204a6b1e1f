import { spawnSync } from "node:child_process";

/** A new self-signed certificate for localhost with its key, as one PEM text. */
export function certificate(): string {
  const { status, stdout, stderr } = spawnSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-keyout",
      "-",
      "-out",
      "-",
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  return stdout;
}
