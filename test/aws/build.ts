import { buildPrograms } from "../cluster/build/build";
import { main } from "../cluster/host/main";
import { mustHave } from "../cluster/host/requirements";

// the CLI is all that these tests need of the cluster's programs
main(async () => {
  await mustHave(["go"]);
  await buildPrograms(["pulumi"]);
});
