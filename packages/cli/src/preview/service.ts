import type { Balance, LoadBalancerPlan, PoolPlan, ServingPlan } from "@sonar-iac/topology";
import { isObject } from "../recorder/wire";
import { count, decimals, price, priceRange } from "../text/units";
import { routerBranch, transferBranch } from "./apart";
import { groupLines } from "./group";
import { kvCacheBranch } from "./kvCache";
import { nodeGroupBranch } from "./nodeGroups";
import type { ReportedResource } from "./report";
import type { Branch, BranchLine, Tree } from "./tree";
import { classText, weightsBranch } from "./weights";

/** The tree of a service, from its plan; the resources say as which kinds it is made. */
export function serviceTree(key: string, plan: ServingPlan, resources: ReportedResource[]): Tree {
  const below = descendants(plan, resources);
  const pools = Object.values(plan.pools);
  const alone = pools.length === 1;
  return {
    name: key,
    service: plan.service,
    size: alone && pools[0] ? poolSize(pools[0]) : totalSize(plan),
    price: totalPrice(plan),
    branches: [
      ...Object.entries(plan.nodeGroups ?? {}).map(([group, made]) => nodeGroupBranch(group, made)),
      ...Object.entries(plan.pools).map(([role, pool]) => poolBranch(role, pool, alone, kindOf(plan, role, below))),
      ...(plan.transfer ? [transferBranch(plan.transfer)] : []),
      ...(plan.kvCache ? [kvCacheBranch(plan.kvCache)] : []),
      ...(plan.router ? [routerBranch(plan.router, kindOf(plan, "router", below))] : []),
      gatewayBranch(plan, kindOf(plan, "gateway", below)),
      weightsBranch(plan.caches.weights, plan.model.revision),
      compileBranch(plan),
      keysBranch(plan, below),
    ],
  };
}

/** Of the nodes that engines fill, or of the groups that the service makes, from their fewest to their most nodes. */
function totalPrice({ totals: { usdPerHour, usdPerHourRange } }: ServingPlan): string {
  return usdPerHourRange === undefined ? price(usdPerHour) : priceRange(usdPerHourRange);
}

/** `2 engines × 4 pods × 8 GPUs = 64 GPUs on 8 × p5.48xlarge` */
export function poolSize(pool: PoolPlan): string {
  const pods = pool.ranks.length;
  const factors = [count(pool.replicas, "engine")];
  if (pods > 1) factors.push(count(pods, "pod"));
  if (pool.gpusPerEngine === 0) return `${factors.join(" × ")} without GPUs`;
  factors.push(count(pool.gpusPerEngine / pods, "GPU"));
  const total = pool.replicas * pool.gpusPerEngine;
  const result = pool.replicas * pods > 1 ? ` = ${count(total, "GPU")}` : "";
  return `${factors.join(" × ")}${result}${nodesText(pool.nodes, pool.instanceType)}`;
}

function totalSize({ totals }: ServingPlan): string {
  return `${count(totals.engines, "engine")}, ${count(totals.gpus, "GPU")}${nodesText(totals.nodes, null)}`;
}

function nodesText(nodes: number | null, instanceType: string | null): string {
  if (instanceType !== null) return nodes === null ? ` on ${instanceType} nodes` : ` on ${nodes} × ${instanceType}`;
  return nodes === null ? ", number of nodes unknown" : ` on ${count(nodes, "node")}`;
}

function poolBranch(role: string, pool: PoolPlan, alone: boolean, kind: string): Branch {
  const pods = pool.ranks.length;
  const lines: BranchLine[] = [];
  if (!alone) lines.push({ text: `${poolSize(pool)}, ${price(pool.usdPerHour)}`, long: "wrap" });
  lines.push({ text: pool.ranks[0]?.argv.join(" ") ?? "", long: "cut" }, ...groupLines(pool));
  return {
    label: role,
    kind,
    count: pods > 1 ? `${pool.replicas} × ${count(pods, "pod")}` : count(pool.replicas, "pod"),
    lines,
  };
}

function gatewayBranch({ gateway, loadBalancer, router }: ServingPlan, kind: string): Branch {
  const { admission, replicas } = gateway;
  const each = replicas > 1 ? "each pod lets " : "lets ";
  const limits = `${each}${admission.perEngine} at once to ${router ? "a router" : "an engine"}, ${admission.queue} wait up to ${admission.queueSeconds} s`;
  const reach = {
    "cluster-ip": "inside the cluster",
    "load-balancer": "by a load balancer",
    ingress: "by an Ingress",
    alb: frontText(loadBalancer),
    "alb-ingress": frontText(loadBalancer),
    nlb: frontText(loadBalancer),
  };
  const tls = gateway.tls ? ", with TLS" : "";
  const text = `${balanceText(gateway.balance)}; ${limits}; reached ${reach[gateway.exposure]}${tls}`;
  return { label: "gateway", kind, count: count(replicas, "pod"), lines: [{ text, long: "wrap" }] };
}

/** Which load balancer is in front, from where it is reached, and who makes it or ends TLS. */
function frontText(plan: LoadBalancerPlan | undefined): string {
  if (plan === undefined) return "by a load balancer";
  const from = plan.internal ? "inside the VPC" : "from the internet";
  if (plan.kind === "nlb") return `by an NLB ${from}${plan.listener.protocol === "TLS" ? " that ends TLS" : ""}`;
  return `by an ALB ${from}${plan.kind === "alb-ingress" ? " that is made of an Ingress" : ""}`;
}

function balanceText(balance: Balance): string {
  if (balance.policy === "least-requests") return balance.policy;
  const by = balance.policy === "session-affinity" ? ` by ${balance.header}` : "";
  return `${balance.policy}${by} (at most ${decimals(balance.maxImbalance)} × the mean)`;
}

function compileBranch({ caches: { compile } }: ServingPlan): Branch {
  const kept = compile.kind === "claim-per-pod";
  const text = kept ? `kept for each pod${classText(compile.storageClass)}` : "made again at each start";
  return { label: "compile", kind: `${compile.sizeGiB} GiB`, count: "", lines: [{ text, long: "wrap" }] };
}

function keysBranch(plan: ServingPlan, below: ReportedResource[]): Branch {
  const names = [`${plan.name}-keys`, `${plan.name}-keys-clients`];
  const made = below.filter(({ name }) => names.includes(name));
  const inCluster = made.find(({ type }) => /^kubernetes:.*:(Secret|ExternalSecret)$/.test(type));
  const kept = made.some(({ type }) => type === "aws:secretsmanager/secret:Secret")
    ? "in AWS Secrets Manager and "
    : "";
  const where = plan.keys.existing
    ? "in a Secret that exists"
    : inCluster
      ? `${kept}in Secret ${physicalName(inCluster)}`
      : "in a Secret";
  return {
    label: "keys",
    kind: count(plan.keys.clients.length, "client"),
    count: "",
    lines: [{ text: `${plan.keys.clients.join(", ")}, ${where}`, long: "wrap" }],
  };
}

function physicalName({ name, inputs }: ReportedResource): string {
  const { metadata } = inputs;
  return isObject(metadata) && typeof metadata.name === "string" ? metadata.name : name;
}

/** Kind of the workload of a role: of the resource that is named after it. */
function kindOf(plan: ServingPlan, role: string, below: ReportedResource[]): string {
  const workloads = ["StatefulSet", "Deployment", "LeaderWorkerSet"];
  const kinds = below
    .filter((resource) => resource.name === `${plan.name}-${role}`)
    .map(({ type }) => type.slice(type.lastIndexOf(":") + 1));
  return kinds.find((kind) => workloads.includes(kind)) ?? "";
}

function descendants(plan: ServingPlan, resources: ReportedResource[]): ReportedResource[] {
  const inside = new Set(
    resources.filter(({ type, name }) => type.startsWith("sonar:index:") && name === plan.name).map(({ urn }) => urn),
  );
  // parents come before their children
  return resources.filter(({ urn, parent }) => {
    if (parent === null || !inside.has(parent)) return false;
    inside.add(urn);
    return true;
  });
}
