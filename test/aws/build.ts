import { buildPrograms } from "../cluster/build/build";
import { main } from "../cluster/host/main";
import { mustHave } from "../cluster/host/requirements";

// what these tests need of the cluster's programs; with the provider a service is rendered into files
main(async () => {
  await mustHave(["go"]);
  await buildPrograms(["pulumi", "provider"]);
});
