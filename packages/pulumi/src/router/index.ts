export type { RouterArgs, RouterOverrides } from "./args";
export { type RoutedPlan, routerConfig } from "./config";
export * from "./router";
