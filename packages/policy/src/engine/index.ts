export * from "./assignments";
export * from "./commandLine";
export * from "./engine";
export { expanded, hasReference, isReference, lookupIn } from "./references";
export * from "./undecided";
export { notKnown } from "./word";
