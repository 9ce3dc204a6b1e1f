import fc from "fast-check";
import { expect, it } from "vitest";
import { literal } from "./literal";

/** What the kubelet does to a word where no variable of that name exists: two dollars become one, the rest stays. */
const kubelet = (word: string) => word.replace(/\$\$/g, () => "$");

it("leaves a word as it was once the kubelet has read it", () => {
  expect(literal('{"a": "$(HOME) $USER"}')).toBe('{"a": "$$(HOME) $$USER"}');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("$", "(", ")", "a", " ") }),
      (word) => kubelet(literal(word)) === word,
    ),
  );
});
