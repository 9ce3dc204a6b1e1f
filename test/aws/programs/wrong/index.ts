import * as pulumi from "@pulumi/pulumi";
import { cases } from "./cases";

// the resources do not depend on each other, so that each is refused by itself
for (const { name, make } of cases(new pulumi.Config().requireObject("given"))) make(name);
