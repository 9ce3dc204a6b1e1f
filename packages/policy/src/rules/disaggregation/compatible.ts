import { compatibilityFactors } from "@sonar-iac/topology";
import { type EngineView, modelOf, optionText, variableText } from "../../engine";
import { attempt, type Outcome, type Rule } from "../../rule";
import { sameNamespace, titleOf } from "../../view";
import { sideOf } from "./transferConfig";

const differs = (name: string) => `engines that differ in the ${name} read blocks wrongly, or refuse them`;

/** What both sides must have in common: image and model, which services of the library share, and what their engines' options decide. */
const equal: readonly { what: string; of: (engine: EngineView) => string | undefined; why: string }[] = [
  { what: "model", of: modelOf, why: "the name is compared as text" },
  { what: "image", of: ({ container }) => container.at("image").text(), why: "another release refuses the exchange" },
  ...compatibilityFactors.flatMap(({ name, options, variable }) => [
    ...options.map((option) => ({
      what: `--${option}`,
      of: (engine: EngineView) => optionText(engine, option),
      why: differs(name),
    })),
    ...(variable === undefined
      ? []
      : [{ what: variable, of: (engine: EngineView) => variableText(engine, variable), why: differs(name) }]),
  ]),
];

/** Blocks of a prefill engine are of use only to a decode engine that reads them the same way. */
export const compatible: Rule = {
  name: "prefill-decode-compatible",
  description: "Prefill and decode engines of a service agree on everything that KV caches depend on.",
  severity: "critical",
  level: "mandatory",
  tags: ["prefill-decode"],
  remediation:
    "Give both pools the same image, model, revision, data types and attention backend, and change them together.",
  scope: "stack",
  check: ({ engines }) => {
    const sides = engines
      // workers of a group run what their leader runs, which is a rule of its own
      .filter(({ pod }) => pod.part !== "workers")
      .map((engine) => ({ engine, ...readSide(engine) }));
    const of = (...wanted: unknown[]) => sides.filter(({ side }) => wanted.includes(side)).map(({ engine }) => engine);
    const [both, prefill] = [of("both"), of("prefill")];
    return [
      ...sides.flatMap(({ open }) => open),
      ...of("decode").flatMap((engine) => compared(engine, (one) => partnersOf(one, prefill, both))),
      // each pair once
      ...both.flatMap((engine, index) =>
        compared(engine, (one) => sameService(one, [...prefill, ...both.slice(0, index)])),
      ),
    ];
  },
};

function readSide(engine: EngineView): { side?: ReturnType<typeof sideOf>; open: Outcome[] } {
  let side: ReturnType<typeof sideOf>;
  const open = attempt(engine.resource.urn, () => {
    side = sideOf(engine);
    return [];
  });
  return { side, open };
}

function compared(engine: EngineView, partners: (engine: EngineView) => EngineView[]): Outcome[] {
  return attempt(engine.resource.urn, () => partners(engine).flatMap((partner) => differences(partner, engine)));
}

/** Engines that prefill for it; where labels and models tell none, all of the namespace that say so. */
function partnersOf(decode: EngineView, prefill: EngineView[], both: EngineView[]): EngineView[] {
  const own = sameService(decode, [...prefill, ...both]);
  return own.length > 0 ? own : prefill.filter(({ resource }) => sameNamespace(resource, decode.resource));
}

/** Engines of the same service: the same instance label, else the same model in the namespace. */
function sameService(engine: EngineView, others: EngineView[]): EngineView[] {
  const instance = ({ pod }: EngineView) => pod.labels.at("app.kubernetes.io/instance").text();
  const near = others.filter(({ resource }) => sameNamespace(resource, engine.resource));
  const own = near.filter((one) => instance(one) === instance(engine));
  if (own.length > 0 && instance(engine) !== undefined) return own;
  return near.filter((one) => modelOf(one) === modelOf(engine));
}

/** Each by itself: what is not known of one hides no difference in another. */
function differences(prefill: EngineView, decode: EngineView): Outcome[] {
  const { urn } = decode.resource;
  return equal.flatMap(({ what, of, why }) =>
    attempt(urn, () => {
      const [p, d] = [of(prefill), of(decode)];
      if (p === d) return [];
      const message = `${what} is ${p ?? "not set"} for ${named(prefill, `prefill (${titleOf(prefill.resource)})`)}, but ${d ?? "not set"} for ${named(decode, "decode")}: ${why}. Use the same for both.`;
      return [{ urn, message }];
    }),
  );
}

/** How messages name an engine of a pair. */
const named = (engine: EngineView, side: string) =>
  sideOf(engine) === "both" ? `${titleOf(engine.resource)} (kv_both)` : side;
