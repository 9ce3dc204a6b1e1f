import { listSetting, NotHere, over, type Rule } from "../../rule";
import { type Fields, kindOf, type ResourceView } from "../../view";

/** Prompts and weights may have to stay in a country. */
export const regions: Rule = {
  name: "allowed-regions",
  description: "Everything runs in a region that is allowed.",
  severity: "high",
  level: "mandatory",
  tags: ["compliance"],
  remediation: "Move the resource to an allowed region, or add the region to allowedRegions.",
  scope: "resource",
  settings: {
    allowedRegions: {
      type: "array",
      items: { type: "string" },
      description: "regions of AWS, such as eu-central-1; all unless set",
    },
  },
  check: ({ resources, settings }) => {
    const allowed = listSetting(settings, "allowedRegions");
    if (allowed === undefined) return [];
    return over(resources, (resource) =>
      [...new Set(known(resource).map(regionOf))]
        .filter((region) => !allowed.includes(region))
        .map((region) => `the region ${region} is not allowed. Use ${allowed.join(" or ")}.`),
    );
  },
};

/** The places of a resource; those of AWS have one, wherever it stands. */
function known(resource: ResourceView): string[] {
  const places = placesOf(resource);
  const global = /^aws:(iam|cloudfront|route53|organizations)\//.test(resource.type);
  if (places.length > 0 || global || !resource.type.startsWith("aws:")) return places;
  throw new NotHere("its region is that of the default provider, which is not known here");
}

/** Regions and zones that a resource, its provider or its pods' node selector names. */
function placesOf({ fields, provider, ...resource }: ResourceView): string[] {
  const named = [fields.at("region"), fields.at("availabilityZone"), ...fields.at("availabilityZones").items()];
  const own = resource.type.startsWith("aws:")
    ? [...named, ...(provider === undefined ? [] : [provider.at("region")])]
    : [];
  const provided = resource.type === "pulumi:providers:aws" ? [fields.at("region")] : [];
  return [...own, ...provided, ...selected(fields, { fields, ...resource })].flatMap((field) => field.text() ?? []);
}

function selected(fields: Fields, resource: ResourceView): Fields[] {
  if (kindOf(resource) === undefined) return [];
  const selector = fields.at("spec", "template", "spec", "nodeSelector");
  return ["region", "zone"].map((place) => selector.at(`topology.kubernetes.io/${place}`));
}

/** `us-east-1` of a zone, `us-east-1a`. */
const regionOf = (place: string) => /^([a-z]{2}(?:-[a-z]+)+-\d+)[a-z]$/.exec(place)?.[1] ?? place;
