import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { awsGolden, awsResources } from "./aws";
import { reviewedFolder } from "./reviewed";
import { examples, root, sonar } from "./sonar";

/** Writes every example's manifests anew; read the difference before you commit it. */
async function main() {
  for (const { name, folder } of examples) {
    const golden = join(root, "test/golden", name);
    const { code, stdout, stderr } = await sonar("preview", folder, "--json", "--out", golden);
    if (code !== 0) throw new Error(`example ${name}: ${stderr}`);
    for (const [file, text] of Object.entries(reviewedFolder(golden))) writeFileSync(join(golden, file), text);
    console.log(`test/golden/${name}`);
    const asked = awsResources(stdout);
    if (asked === undefined) continue;
    mkdirSync(dirname(awsGolden(name)), { recursive: true });
    writeFileSync(awsGolden(name), asked);
  }
}

void main();
