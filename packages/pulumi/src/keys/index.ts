export * from "./apiKeys";
export type { ApiKeysArgs } from "./args";
export { keySecret } from "./secret";
