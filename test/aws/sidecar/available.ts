import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The Python that has botocore and moto.
 *
 * @throws Error that says what to run, when it is missing or of other versions.
 */
export function awsPython(env: NodeJS.ProcessEnv = process.env): string {
  const home = env.SONAR_AWS_HOME || join(env.HOME || homedir(), ".cache", "sonar-aws");
  const made = join(home, "made-from.txt");
  const wanted = readFileSync(join(__dirname, "requirements.txt"), "utf8");
  if (!existsSync(made) || readFileSync(made, "utf8") !== wanted)
    throw new Error(
      `botocore and moto are not installed in ${home}, or not in the tested versions: ` +
        "npm run aws:install puts them there (150 MB, a minute)",
    );
  return join(home, "v", "bin", "python");
}
