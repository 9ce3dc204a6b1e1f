import type { Rule } from "../rule";
import { allowedTypes } from "./allowed/instanceTypes";
import { models } from "./allowed/models";
import { regions } from "./allowed/regions";
import { disruptionBudget } from "./availability/disruptionBudget";
import { replicas } from "./availability/replicas";
import { efaSecurityGroup } from "./aws/efaSecurityGroup";
import { encrypted } from "./aws/encrypted";
import { instanceMetadata } from "./aws/instanceMetadata";
import { nodeGroupLimits } from "./aws/nodeGroupLimits";
import { secretRecovery } from "./aws/secretRecovery";
import { blastRadius } from "./change/blastRadius";
import { compatible } from "./disaggregation/compatible";
import { connector } from "./disaggregation/connector";
import { engineId } from "./disaggregation/engineId";
import { kvRole } from "./disaggregation/kvRole";
import { sideChannel } from "./disaggregation/sideChannel";
import { idleTime } from "./edge/idleTime";
import { lateRetries } from "./edge/lateRetries";
import { publicAllowed } from "./edge/publicAllowed";
import { publicTls } from "./edge/publicTls";
import { devMode } from "./engine/devMode";
import { knownOptions } from "./engine/knownOptions";
import { fitNode } from "./gpus/fitNode";
import { hostNamespaces } from "./gpus/hostNamespaces";
import { requestsEqualLimits } from "./gpus/requestsEqualLimits";
import { sharedMemory } from "./gpus/sharedMemory";
import { oneEngine } from "./groups/oneEngine";
import { pinnedByDigest } from "./images/pinnedByDigest";
import { keyInClear } from "./keys/keyInClear";
import { graceOutlastsDrain } from "./lifecycle/graceOutlastsDrain";
import { startupBudget } from "./lifecycle/startupBudget";
import { budgetGpus } from "./limits/budgetGpus";
import { budgetUsd } from "./limits/budgetUsd";
import { policyPresent } from "./network/policyPresent";
import { reachable } from "./network/reachable";
import { oneNodeClaims } from "./storage/oneNodeClaims";
import { oneWriterCaches } from "./storage/oneWriterCaches";

/** Every rule, in the order of the documentation. */
export const rules: readonly Rule[] = [
  keyInClear,
  devMode,
  reachable,
  policyPresent,
  hostNamespaces,
  pinnedByDigest,
  knownOptions,
  graceOutlastsDrain,
  startupBudget,
  requestsEqualLimits,
  fitNode,
  oneEngine,
  sharedMemory,
  oneNodeClaims,
  oneWriterCaches,
  compatible,
  sideChannel,
  kvRole,
  engineId,
  connector,
  replicas,
  disruptionBudget,
  publicAllowed,
  publicTls,
  idleTime,
  lateRetries,
  efaSecurityGroup,
  encrypted,
  secretRecovery,
  instanceMetadata,
  nodeGroupLimits,
  budgetUsd,
  budgetGpus,
  regions,
  allowedTypes,
  models,
  blastRadius,
];
