import { buildPrograms } from "../cluster/build/build";
import { main } from "../cluster/host/main";

// the CLI is all that these tests need of the cluster's programs
main(() => buildPrograms(["pulumi"]));
