export * from "./await";
export * from "./clock";
export * from "./group";
export * from "./probes";
export * from "./router";
export * from "./startup";
