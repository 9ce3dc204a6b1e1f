import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rulesTable } from "./policyRules/table";

/** Writes the documentation of the policy pack's rules anew. */
writeFileSync(join(__dirname, "../packages/policy/RULES.md"), rulesTable());
