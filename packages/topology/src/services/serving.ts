import { nodeSituation, platformFacts } from "../aws";
import { fetchedInPods, planCaches } from "../caches";
import { ownedOptions, ownedVariables } from "../engine/owned";
import { clientPaths } from "../engine/routes";
import {
  gatewayReplicas,
  type LoadBalancingArgs,
  planAdmission,
  planGateway,
  queueSecondsOf,
  serviceLoad,
} from "../gateway";
import { engineWithCache, kvCachePlanOf, planKVCacheUse } from "../kvCache";
import { memoryWarnings } from "../memory";
import { planModel } from "../model";
import type { NetworkArgs } from "../network";
import { gpusOfWeights, layoutOf, type ParallelismArgs } from "../parallelism";
import type { ServingPlan } from "../plan";
import { planAwait, planClock, planGather, planStartup } from "../timing";
import { assemble, maxRequestSecondsOf } from "./assemble";
import { endpointsOf, sequencesOf } from "./group";
import type { PlanNotes } from "./planned";
import { planPool } from "./pool";
import type { ServiceSpec } from "./spec";

/** What a service of one pool is planned from. */
export interface ServingSpec extends ServiceSpec {
  replicas?: number;
  parallelism?: ParallelismArgs;
  loadBalancing?: LoadBalancingArgs;
  nodesPerReplica?: number;
  network?: NetworkArgs;
}

/** The plan of one pool of engines behind a gateway, from arguments of the right shape, with what the rules between fields find. */
export function planServing(
  service: "ReplicatedService" | "MultiNodePipeline",
  name: string,
  spec: ServingSpec,
  notes: PlanNotes,
): ServingPlan {
  const { why, problems, warnings } = notes;
  const { replicas = 1, parallelism = {}, platform, gateway: front = {}, admission = {} } = spec;
  const engine = engineWithCache(spec.engine ?? {}, spec.kvCache, why);
  const { nodesPerReplica = 1, network } = spec;
  const layout = layoutOf(parallelism, nodesPerReplica);
  const endpoints = replicas * endpointsOf(parallelism, layout);
  const model = planModel(spec.model, why, problems, warnings);
  const node = platformFacts(platform, "serve", why, problems);
  const situation = nodeSituation(platform, "serve");
  const user = {
    role: "serve" as const,
    pods: replicas * nodesPerReplica,
    gpusPerPod: layout.gpusPerNode,
    node,
  };
  const caches = planCaches(
    {
      modelCache: spec.modelCache,
      compileCache: spec.compileCache,
      platform,
      model,
      pools: [{ ...user, nodes: situation }],
    },
    notes,
  );
  const maxRequestSeconds = maxRequestSecondsOf(spec, why);
  const clock = planClock({ maxRequestSeconds, queueSeconds: queueSecondsOf(admission) }, why);
  const { throughputMiBps } = caches.weights.storage;
  const start = planStartup(spec.startup ?? {}, model.weightsBytes, throughputMiBps ?? undefined, why);
  const fetchSeconds = fetchedInPods(caches.weights) ? caches.weights.fetchSeconds : 0;
  const gather = nodesPerReplica > 1 && { gatherSeconds: planGather(fetchSeconds, why) };
  const startup = { ...start, ...gather };
  const kvCache =
    spec.kvCache &&
    planKVCacheUse(
      spec.kvCache,
      {
        role: "serve",
        model,
        engine,
        parallelism,
        nodesPerReplica,
        node,
        rdmaDevices: platform.nodes.rdmaDevices ?? {},
        efaInterfaces: situation.efaInterfaces,
      },
      notes,
    );
  const pool = planPool(
    {
      role: "serve",
      replicas,
      node,
      model,
      shape: spec.model,
      engine,
      parallelism,
      nodesPerReplica,
      oneApi: service === "ReplicatedService",
      network,
      timings: { ...clock, startup },
      weights: caches.weights,
      owned: { options: ownedOptions, variables: ownedVariables },
      kvCache,
    },
    why,
    problems,
    warnings,
  );
  warnings.push(...memoryWarnings(model, gpusOfWeights(parallelism), node.gpuMemoryGiB, engine.gpuMemoryUtilization));
  const gateway = planGateway(
    {
      gateway: front,
      admission: planAdmission(
        serviceLoad(admission, endpoints, sequencesOf(engine.maxSequences, layout, endpoints / replicas)),
        gatewayReplicas(front),
        why,
      ),
      loadBalancing: spec.loadBalancing ?? {},
      model,
      contextLimit: spec.model.contextLimit,
      replicas: endpoints,
      paths: [...clientPaths(engine.frontend ?? "python"), ...(front.extraPaths ?? [])],
      exposure: platform.loadBalancer?.kind,
    },
    why,
    problems,
    warnings,
  );
  const rollout = planAwait(
    {
      replicas,
      grace: clock.engine.graceSeconds,
      probe: startup.probeSeconds,
      fetch: fetchSeconds,
      gateways: gateway.replicas,
      gatewayGrace: clock.gateway.graceSeconds,
      rollout: spec.startup?.rolloutSeconds,
    },
    why,
  );
  const timings = { ...clock, startup, await: rollout };
  return assemble(
    spec,
    {
      service,
      name,
      model,
      pools: { serve: pool },
      gateway,
      kvCache: kvCachePlanOf(spec.kvCache, { serve: kvCache }),
      caches,
      timings,
    },
    notes,
  );
}
