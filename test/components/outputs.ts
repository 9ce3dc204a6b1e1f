import { ComponentResource } from "@pulumi/pulumi";

/**
 * Watches which components register outputs themselves, by `type::name`. The SDK registers none for a component that does
 * not, so that in the request a forgotten call and outputs that are all absent look alike.
 */
export function watchOutputs(): { registered: Set<string>; stop: () => void } {
  const registered = new Set<string>();
  const prototype: object = ComponentResource.prototype;
  const original: (this: object, outputs?: object) => unknown = Reflect.get(prototype, "registerOutputs");
  const watched = function (this: object, outputs?: object) {
    // what comes after the SDK's own call is ignored
    const late = Reflect.get(this, "__registered") === true;
    if (outputs !== undefined && !late)
      registered.add(`${Reflect.get(this, "__pulumiType")}::${Reflect.get(this, "__name")}`);
    return original.call(this, outputs);
  };
  Reflect.set(prototype, "registerOutputs", watched);
  return { registered, stop: () => Reflect.set(prototype, "registerOutputs", original) };
}
