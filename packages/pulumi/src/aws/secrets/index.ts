export { type SecretsArgs, secretsProblems } from "./args";
export { ExternalSecretsIdentity, type ExternalSecretsIdentityArgs } from "./identity";
export { secretsManager } from "./store";
