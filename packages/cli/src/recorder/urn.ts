/** Type of the resource at the root of each stack. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** The parts of a URN. */
export interface UrnParts {
  stack: string;
  project: string;
  /** Types from the outermost parent on, joined by `$`. */
  qualifiedType: string;
  /** The resource's own type. */
  type: string;
  name: string;
}

/** The URN that the Pulumi engine gives a resource. The stack itself is no part of the chain of parent types. */
export function makeUrn(stack: string, project: string, parent: string, type: string, name: string): string {
  const outer = parent === "" ? "" : parseUrn(parent).qualifiedType;
  const qualifiedType = outer === "" || outer === STACK_TYPE ? type : `${outer}$${type}`;
  return `urn:pulumi:${stack}::${project}::${qualifiedType}::${name}`;
}

/** Takes a URN apart. A name may hold `::` itself. */
export function parseUrn(urn: string): UrnParts {
  const [head = "", project = "", qualifiedType = "", ...name] = urn.split("::");
  return {
    stack: head.replace("urn:pulumi:", ""),
    project,
    qualifiedType,
    type: qualifiedType.slice(qualifiedType.lastIndexOf("$") + 1),
    name: name.join("::"),
  };
}
