import { keyOf, type PodView } from "../../kubernetes";
import { NotHere } from "../../rule";
import { type Fields, kindOf, objectName, type ResourceView } from "../../view";

/** A volume of a pod that is a claim, with the claim's spec. */
export interface ClaimedVolume {
  volume: string;
  claim: string;
  spec: Fields;
}

/** The claims that pods of a template share; those that each pod gets for itself are not among them. */
export function sharedClaims(pod: PodView, resources: readonly ResourceView[]): ClaimedVolume[] {
  return pod.spec
    .at("volumes")
    .items()
    .flatMap((volume) => {
      const claim = volume.at("persistentVolumeClaim", "claimName").text();
      if (claim === undefined) return [];
      const found = resources.find(
        (one) => kindOf(one) === "PersistentVolumeClaim" && keyOf(one, objectName(one)) === keyOf(pod.resource, claim),
      );
      if (found === undefined)
        throw new NotHere(`the claim "${claim}" is not part of this stack, so that its access mode is not known`);
      return [{ volume: volume.at("name").text() ?? "", claim, spec: found.fields.at("spec") }];
    });
}

/** Access modes of a claim. */
export const modesOf = (spec: Fields) =>
  spec
    .at("accessModes")
    .items()
    .map((mode) => mode.text() ?? "");
