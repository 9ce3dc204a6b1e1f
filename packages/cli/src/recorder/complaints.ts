import { type Finding, finding } from "./finding";
import type { RecordedResource } from "./resource";

/** How a resource is named in messages: `StatefulSet "qwen3-serve"`. */
export function heading({ type, name }: { type: string; name: string }): string {
  return `${type.slice(type.lastIndexOf(":") + 1)} "${name}"`;
}

/** Two resources with one URN, which the engine refuses. */
export function duplicate(first: RecordedResource, second: RecordedResource): Finding {
  const where =
    first.position === undefined || first.position === second.position ? "" : `, first at ${first.position}`;
  const message =
    `The program makes two resources of this type and name${where}. Pulumi tells resources apart by their URN, which has the types ` +
    `of all parents but only the last name: ${second.urn}. Give one of them another name.`;
  return finding(heading(second), message, second.position);
}

/** A component that a provider plug-in builds. */
export function notRemote(resource: RecordedResource): Finding {
  const message = "A provider plug-in builds this component, so a preview cannot show the resources inside it.";
  return finding(heading(resource), message, resource.position);
}

/** A provider function without an answer. */
export function notInvoked(token: string): string {
  return (
    `A preview has no answer for invoke ${token}: only the provider, with a cluster or a cloud behind it, could tell. ` +
    "Pass the value as configuration, or use `pulumi preview`."
  );
}

/** A method of a resource without an answer. */
export function notCalled(token: string): string {
  return `A preview has no answer for call ${token}: only the provider could tell. Use \`pulumi preview\`.`;
}
