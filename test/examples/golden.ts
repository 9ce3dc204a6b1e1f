import { join } from "node:path";
import { examples, root, sonar } from "./sonar";

/** Writes every example's manifests anew; read the difference before you commit it. */
async function main() {
  for (const { name, folder } of examples) {
    const { code, stderr } = await sonar("preview", folder, "--out", join(root, "test/golden", name));
    if (code !== 0) throw new Error(`example ${name}: ${stderr}`);
    console.log(`test/golden/${name}`);
  }
}

void main();
