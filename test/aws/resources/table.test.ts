import { expect, it } from "vitest";
import { difference } from "../double/diff";
import { declaredInputs } from "./declared";
import { table } from "./table";

const all = [...table.values()];
const top = (path: string) => path.split(".")[0] as string;

it.each(all)("$type: what a change of each input means is said once", ({ create, fixed, updates, provider = [] }) => {
  const whole = fixed.filter((path) => !path.includes("."));
  const said = [...whole, ...updates.flatMap(({ inputs }) => inputs), ...provider].sort();
  expect(said).toEqual([...new Set(said)]);
  expect(said).toEqual(Object.keys(create.fields).sort());
  // a field of an input may be fixed where the input itself is not
  for (const path of fixed.filter((one) => one.includes("."))) expect(said).toContain(top(path));
});

it.each(all)("$type: a change of what AWS changes in place replaces nothing", (definition) => {
  // what is fixed in one direction goes up here
  const base = { deploymentType: "PERSISTENT_2" };
  for (const input of definition.updates.flatMap(({ inputs }) => inputs))
    expect(difference(definition, { ...base, [input]: 1 }, { ...base, [input]: 2 })).toEqual({
      changed: [input],
      replaces: [],
      deleteBeforeReplace: false,
    });
});

it.each(all)("$type: a change of what AWS cannot change replaces it", (definition) => {
  for (const path of definition.fixed) {
    const value = (text: string) => (path.includes(".") ? { [path.split(".")[1] as string]: text } : text);
    const { replaces } = difference(definition, { [top(path)]: value("one") }, { [top(path)]: value("other") });
    expect(replaces).toEqual([top(path)]);
  }
});

it.each(all)("$type: its inputs, and their fields, are those of @pulumi/aws", (definition) => {
  const declared = declaredInputs(definition.type);
  expect(declared.unknown(definition.create.fields)).toEqual([]);
});

it("the declared inputs are read to their depth", () => {
  const declared = declaredInputs("aws:ec2/launchTemplate:LaunchTemplate");
  expect(declared.names).toContain("networkInterfaces");
  expect(declared.unknown({ nonsense: "X", placement: { to: "Y", fields: { groupName: "a", group: "b" } } })).toEqual([
    "nonsense",
    "placement.group",
  ]);
});
