export * from "./await";
export * from "./clock";
export * from "./probes";
export * from "./startup";
