import { objectName, type ResourceView } from "./resource";

/** A resource, or the objects of a list of Kubernetes, each as a resource by itself; one that is not known yet keeps the list's type. */
export function itemsOf(resource: ResourceView): ResourceView[] {
  const [provider, group = "", list = ""] = resource.type.split(":");
  const items = resource.fields.at("items");
  if (provider !== "kubernetes" || !list.endsWith("List") || !items.known || !items.exists) return [resource];
  return items.items().map((fields) => {
    const [version, kind] = [fields.at("apiVersion"), fields.at("kind")];
    if (!version.known || !kind.known) return { ...resource, fields };
    const own = version.text();
    const token = own === undefined || own.includes("/") ? (own ?? group) : `core/${own}`;
    const item = { ...resource, fields, type: `kubernetes:${token}:${kind.text() ?? list.slice(0, -"List".length)}` };
    return { ...item, name: objectName(item) };
  });
}
