import { type EngineView, modelOf } from "../../engine";
import { fitsPattern, listSetting, mapSetting, over, type Rule, type Settings } from "../../rule";

const texts = { type: "array", items: { type: "string" } } as const;

/** Licences bind, and weights from anywhere run code of anyone. */
export const models: Rule = {
  name: "allowed-models",
  description: "Engines serve models, licences and sources that are allowed.",
  severity: "high",
  level: "mandatory",
  tags: ["compliance"],
  remediation: "Serve an allowed model, or add it to allowedModels (and its licence to modelLicences).",
  scope: "resource",
  settings: {
    allowedModels: { ...texts, description: "models as the engine is given them, such as Qwen/*; all unless set" },
    allowedSources: {
      ...texts,
      description: "beginnings of model sources, such as s3://weights/ or Qwen/; all unless set",
    },
    allowedLicences: { ...texts, description: "licences, such as apache-2.0; all unless set" },
    modelLicences: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "the licence of each model; * stands for anything",
    },
  },
  check: ({ engines, settings }) => over(engines, (engine) => problems(engine, settings)),
};

function problems(engine: EngineView, settings: Settings): string[] {
  const [names, sources, licences] = ["allowedModels", "allowedSources", "allowedLicences"].map((name) =>
    listSetting(settings, name),
  );
  if (names === undefined && sources === undefined && licences === undefined) return [];
  const model = modelOf(engine);
  if (model === undefined) {
    return ["the engine is given no model, so that it serves its own default. Name one."];
  }
  const found: string[] = [];
  if (names !== undefined && !names.some((pattern) => fitsPattern(model, pattern)))
    found.push(`the model ${model} is not allowed. Use ${names.join(" or ")}.`);
  if (sources !== undefined && !sources.some((start) => model.startsWith(start)))
    found.push(`the source of ${model} is not allowed. Use one that begins with ${sources.join(" or ")}.`);
  if (licences === undefined) return found;
  const licence = Object.entries(mapSetting(settings, "modelLicences")).find(([pattern]) =>
    fitsPattern(model, pattern),
  )?.[1];
  if (licence === undefined) found.push(`the licence of ${model} is not stated. Add it to modelLicences.`);
  else if (!licences.includes(licence))
    found.push(`the licence ${licence} of ${model} is not allowed. Use a model under ${licences.join(" or ")}.`);
  return found;
}
