const { PolicyPack } = require("@pulumi/policy");
const { policies } = require("@sonar-iac/policy/pulumi");

new PolicyPack("sonar", { policies });
