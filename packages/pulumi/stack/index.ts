import { deployFromConfig } from "@sonar-iac/pulumi/stack";

const service = deployFromConfig();

export const url = service.url;
export const apiKeys = service.apiKeys;
