import * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";

/** A component that looks to the CLI like the real one: its type, and the plan among its inputs. */
export class FakeService extends pulumi.ComponentResource {
  constructor(name: string, plan: ServingPlan, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:ReplicatedService", name, { plan }, opts);
  }
}
