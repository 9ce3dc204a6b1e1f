import type { InstanceType } from "../hardware";
import type { NetworkInterfacePlan, Problem } from "../plan";
import type { NodeGroupSpec } from "./args";

/**
 * Network interfaces of each node: those of the instance table, in which the first carries IP traffic and the others only EFA.
 * Empty without EFA.
 */
export function planInterfaces(
  instance: InstanceType,
  efa: NodeGroupSpec["efa"],
  problems: Problem[],
  warnings: Problem[],
): NetworkInterfacePlan[] {
  if (efa === undefined || efa === false) return [];
  const at = "efa";
  if (efa !== true) {
    problems.push(...ownProblems(efa.interfaces, instance, `${at}.interfaces`));
    return efa.interfaces;
  }
  const layout = instance.efaInterfaceLayout;
  if (layout === null) {
    const unknown = instance.efaInterfaces === null;
    problems.push({
      path: at,
      value: true,
      message: unknown
        ? `the network cards of a ${instance.type} are not known. Give the interfaces: efa: { interfaces: [{ networkCardIndex, deviceIndex, interfaceType }] }.`
        : `a ${instance.type} has no Elastic Fabric Adapter. Leave efa out, or use a larger type of the family, or p5.48xlarge.`,
    });
    return [];
  }
  if (instance.uncertain.includes("efaInterfaceLayout")) {
    warnings.push({
      path: at,
      value: true,
      message: `the interfaces of a ${instance.type} were not confirmed by the EC2 API. Should nodes not start, give efa: { interfaces: […] }.`,
    });
  }
  return layout as NetworkInterfacePlan[];
}

/** Adapters among the interfaces. */
export const efaCount = (interfaces: readonly NetworkInterfacePlan[]) =>
  interfaces.filter(({ interfaceType }) => interfaceType !== "interface").length;

/** What EC2 would refuse of interfaces that the user lays out. */
function ownProblems(own: readonly NetworkInterfacePlan[], instance: InstanceType, path: string): Problem[] {
  const problems: Problem[] = [];
  const [first] = own;
  if (first && (first.networkCardIndex !== 0 || first.deviceIndex !== 0 || first.interfaceType === "efa-only")) {
    problems.push({
      path: `${path}[0]`,
      message: 'the first interface carries IP traffic: it is device 0 of card 0, of type "interface" or "efa".',
    });
  }
  const cards = instance.networkCards;
  const efaCards = instance.efaNetworkCardIndexes;
  own.forEach(({ networkCardIndex: card, deviceIndex, interfaceType }, i) => {
    const at = `${path}[${i}]`;
    const earlier = own.findIndex((it) => it.networkCardIndex === card && it.deviceIndex === deviceIndex);
    if (earlier < i)
      problems.push({ path: at, message: `is the same card and device as [${earlier}]. Give each its own.` });
    if (cards !== null && card >= cards) {
      problems.push({
        path: `${at}.networkCardIndex`,
        value: card,
        message: `a ${instance.type} has ${cards} network cards: 0 to ${cards - 1}. Use one of them.`,
      });
    } else if (interfaceType !== "interface" && efaCards !== null && !efaCards.includes(card)) {
      problems.push({
        path: `${at}.interfaceType`,
        value: interfaceType,
        message: `card ${card} of a ${instance.type} has no Elastic Fabric Adapter. Use "interface" there.`,
      });
    }
  });
  return problems;
}
