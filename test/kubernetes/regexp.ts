import type { RegExpEngine } from "ajv/dist/types";

const compile = (pattern: string, flags: string): RegExp => {
  const plain = pattern.replace("(?i)", "");
  return new RegExp(plain, plain === pattern ? flags : `${flags}i`);
};

/** Patterns of CRDs are Go's: the flag for any case stands in the pattern, which JavaScript does not take. */
export const GO_PATTERNS: RegExpEngine = Object.assign(compile, { code: "GO_PATTERNS" });
