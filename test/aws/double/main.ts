import { main } from "@pulumi/pulumi/provider";
import { Sidecar } from "../sidecar/client";
import { AwsDouble } from "./provider";

// `pulumi-resource-aws` for tests: the CLI starts it for each operation, and it asks the sidecar, which outlives it.
void main(new AwsDouble(Sidecar.fromEnvironment()), process.argv.slice(2));
