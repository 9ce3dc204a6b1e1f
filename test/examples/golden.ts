import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { awsGolden, awsResources } from "./aws";
import { examples, root, sonar } from "./sonar";

/** Writes every example's manifests anew; read the difference before you commit it. */
async function main() {
  for (const { name, folder } of examples) {
    const { code, stdout, stderr } = await sonar("preview", folder, "--json", "--out", join(root, "test/golden", name));
    if (code !== 0) throw new Error(`example ${name}: ${stderr}`);
    console.log(`test/golden/${name}`);
    const asked = awsResources(stdout);
    if (asked === undefined) continue;
    mkdirSync(dirname(awsGolden(name)), { recursive: true });
    writeFileSync(awsGolden(name), asked);
  }
}

void main();
