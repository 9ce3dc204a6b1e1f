export * from "./args";
export * from "./aws";
export { capabilitiesOf } from "./capabilities";
export * from "./plan";
export * from "./shared";
