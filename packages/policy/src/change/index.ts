export * from "./change";
export type { Difference, SameName } from "./difference";
export * from "./impact";
export * from "./impacts";
