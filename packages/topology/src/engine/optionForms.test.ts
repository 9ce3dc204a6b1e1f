import { expect, it } from "vitest";
import { listForm, unusualForms } from "./optionForms";
import { findOption } from "./options";

it.each(unusualForms)("%s is a list option", (flag) => {
  expect(findOption(flag)).toMatchObject({ flag, type: "list" });
});

it("takes other lists as words of text", () => {
  expect(listForm("ignore-patterns")).toEqual({ as: "words", of: "text" });
});
