import { buildPrograms } from "./build/build";
import { main } from "./host/main";
import { mustHave } from "./host/requirements";

// builds the cluster's programs and stops: for a machine that shall have them before the tests need them
main(async () => {
  await mustHave(["go"]);
  await buildPrograms();
});
