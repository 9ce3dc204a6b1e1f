import type { Call, Definition, Made, Update, Values } from "../../double/definition";
import { type Fields, later } from "../../double/fields";
import { tagList, tagUpdate } from "../../double/tags";

/** Attributes by the input that sets them: AWS's key, and the value when nothing is said. */
export type Attributes = Record<string, [key: string, initial: string | number | boolean]>;

/** Places of inputs that are attributes. */
export const attributeFields = (attributes: Attributes): Fields =>
  Object.fromEntries(Object.keys(attributes).map((name) => [name, later()]));

const pairs = (attributes: Attributes, inputs: Values, names: string[]) =>
  names.map((name) => {
    const [Key, initial] = attributes[name] as [string, unknown];
    return { Key, Value: String(inputs[name] ?? initial) };
  });

interface Target {
  operation: string;
  arn: string;
  attributes: Attributes;
}

/** The requests that set the attributes after creation and in place. */
export function attributeCalls({
  operation,
  arn,
  attributes,
}: Target): Pick<Required<Definition>, "after"> & { update: Update } {
  const call = (made: Made, names: string[]): Call[] =>
    names.length === 0
      ? []
      : [
          {
            service: "elbv2",
            operation,
            params: { [arn]: made.id, Attributes: pairs(attributes, made.inputs, names) },
          },
        ];
  return {
    after: (made) =>
      call(
        made,
        Object.keys(attributes).filter((name) => made.inputs[name] !== undefined),
      ),
    update: {
      inputs: Object.keys(attributes),
      calls: (now, before) =>
        call(
          now,
          Object.keys(attributes).filter((name) => now.inputs[name] !== before.inputs[name]),
        ),
    },
  };
}

export const lbTags = tagUpdate({
  service: "elbv2",
  add: ({ id }, added) => ({ operation: "AddTags", params: { ResourceArns: [id], Tags: tagList(added) } }),
  remove: ({ id }, TagKeys) => ({ operation: "RemoveTags", params: { ResourceArns: [id], TagKeys } }),
});
