import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { fitTestNodes } from "./fit";

const config = new pulumi.Config();
pulumi.runtime.registerResourceTransform(fitTestNodes(config.requireObject("images")));

// its outputs are this program's
module.exports = require(join("../../../../examples", config.require("example"), "index.ts"));
