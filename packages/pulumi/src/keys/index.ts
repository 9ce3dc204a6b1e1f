export * from "./apiKeys";
export type { ApiKeysArgs } from "./args";
