import type { Call, Made, Service, Update, Values } from "./definition";
import type { Place } from "./fields";

/** AWS's list of tags. */
export const tagList = (tags: unknown): { Key: string; Value: string }[] =>
  Object.entries((tags ?? {}) as Record<string, string>).map(([Key, Value]) => ({ Key, Value }));

/** Tags as a list in the create request. */
export const tags = (to = "Tags"): Place => ({ to, as: tagList });

/** Tags in the create request of EC2, where they name the type of resource. */
export const tagSpecification = (ResourceType: string): Place => ({
  to: "TagSpecifications",
  as: (value) => [{ ResourceType, Tags: tagList(value) }],
});

/** How a service takes tags away from and adds them to what is there. */
interface Tagging {
  service: Service;
  add: (made: Made, tags: Values) => Omit<Call, "service">;
  remove: (made: Made, keys: string[]) => Omit<Call, "service">;
}

const difference = (now: Made, before: Made) => {
  const [to, from] = [now, before].map(({ inputs }) => (inputs.tags ?? {}) as Values) as [Values, Values];
  return {
    added: Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key] !== value)),
    removed: Object.keys(from).filter((key) => !Object.hasOwn(to, key)),
  };
};

/** Change of tags in place. */
export const tagUpdate = ({ service, add, remove }: Tagging): Update => ({
  inputs: ["tags"],
  calls: (now, before) => {
    const { added, removed } = difference(now, before);
    return [
      ...(removed.length > 0 ? [{ service, ...remove(now, removed) }] : []),
      ...(Object.keys(added).length > 0 ? [{ service, ...add(now, added) }] : []),
    ];
  },
});

/** @param id the resource as EC2's requests for tags name it */
export const ec2Tags = (id: (made: Made) => unknown = (made) => made.id) =>
  tagUpdate({
    service: "ec2",
    add: (made, added) => ({ operation: "CreateTags", params: { Resources: [id(made)], Tags: tagList(added) } }),
    remove: (made, keys) => ({
      operation: "DeleteTags",
      params: { Resources: [id(made)], Tags: keys.map((Key) => ({ Key })) },
    }),
  });
