import * as z from "zod";

const found = (input: unknown) => (input === undefined ? "it is missing" : `it is ${JSON.stringify(input)}`);
export const wrong = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `must be ${what}, but ${found(input)}`,
});

/** Objects refuse what they do not know, so that a field with a slip in its name is not ignored. */
export const object = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `is not known: ${issue.keys.map((key) => `"${key}"`).join(", ")}`
        : `must be an object, but ${found(issue.input)}`,
  });
export const list = <S extends z.ZodType>(of: S) => z.array(of, wrong("a list"));
export const text = z.string(wrong("text that is not empty")).min(1, wrong("text that is not empty"));
const positive = wrong("a number above 0");
export const seconds = z.number(positive).positive(positive);
export const span = z.number(wrong("a number from 0 on")).min(0, wrong("a number from 0 on"));
export const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = wrong(
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min} on` : `a whole number from ${min} to ${max}`,
  );
  return z.number(error).int(error).min(min, error).max(max, error);
};
export const count = whole(1);
export const port = whole(0, 65535);
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, wrong(words.map((word) => `"${word}"`).join(" or ")));
export const address = (pattern: RegExp, what: string) =>
  z.string(wrong(what)).refine((value) => pattern.test(value) && URL.canParse(value), wrong(what));
