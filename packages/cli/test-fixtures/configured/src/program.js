const pulumi = require("@pulumi/pulumi");

const config = new pulumi.Config("sonar");
exports.stack = pulumi.getStack();
exports.folder = require("node:path").basename(process.cwd());
exports.replicas = config.requireNumber("replicas");
exports.model = config.requireObject("model");
exports.clients = config.requireObject("clients");
exports.debug = config.requireBoolean("debug");
exports.region = config.require("region");
exports.context = new pulumi.Config("kubernetes").get("context");
exports.token = config.getSecret("token");
