import { type Case, casesOf } from "./case";
import { AUTOSCALER, BUDGET } from "./objects";
import { CRONJOB, DAEMONSET, ENGINE, GATEWAY, JOB } from "./workloads";

const engine = casesOf(ENGINE);
const gateway = casesOf(GATEWAY);
const job = casesOf(JOB);
const cron = casesOf(CRONJOB);
const budget = casesOf(BUDGET);

/** What the rules about what makes pods refuse. */
export const CONTROLLER_CASES: Case[] = [
  engine(
    "a StatefulSet's name of 53 characters",
    { "metadata.name": "a".repeat(53) },
    "metadata.name",
    "at most 52 are allowed",
    "no pod ever starts",
  ),
  engine(
    "a StatefulSet's name with a dot",
    { "metadata.name": "qwen3.serve" },
    "metadata.name",
    "must be lower-case letters",
  ),
  engine(
    "a StatefulSet's service that cannot be",
    { "spec.serviceName": "Qwen" },
    "spec.serviceName",
    "must be lower-case letters",
  ),
  engine(
    "an update of what is not updated",
    { "spec.updateStrategy.type": "OnDelete" },
    "spec.updateStrategy.rollingUpdate",
    "must not be set with OnDelete",
  ),
  engine(
    "an update of no pod at a time",
    { "spec.updateStrategy.rollingUpdate.maxUnavailable": 0 },
    "spec.updateStrategy.rollingUpdate.maxUnavailable",
    "must not be 0",
    "1.36 drops the field unless the feature gate MaxUnavailableStatefulSet is on",
  ),
  engine(
    "a negative partition",
    { "spec.updateStrategy.rollingUpdate.partition": -1 },
    "spec.updateStrategy.rollingUpdate.partition",
    "must not be negative",
  ),
  engine(
    "a claim template without a size",
    { "spec.volumeClaimTemplates[0].spec.resources": undefined },
    "spec.volumeClaimTemplates[0].spec.resources.requests.storage",
    "must be a size above 0",
  ),
  engine(
    "a claim template's name that no volume has",
    {
      "spec.volumeClaimTemplates[0].metadata.name": "compile_cache",
      "spec.template.spec.containers[0].volumeMounts[1].name": "compile_cache",
    },
    "spec.volumeClaimTemplates[0].metadata.name",
    "must be lower-case letters",
  ),
  engine("negative replicas", { "spec.replicas": -1 }, "spec.replicas", "must not be negative"),

  gateway(
    "a selector of nothing",
    { "spec.selector": {} },
    "spec.selector",
    "is empty; a Deployment must select its pods",
  ),
  gateway(
    "a selector of other pods",
    { "spec.template.metadata.labels": { "app.kubernetes.io/name": "sonar" } },
    'spec.template.metadata.labels["app.kubernetes.io/instance"]',
    'must be "qwen3", as spec.selector wants it',
  ),
  engine(
    "an expression that its pods do not match",
    { "spec.template.metadata.labels.role": "prefill" },
    "spec.template.metadata.labels",
    "do not match spec.selector.matchExpressions[0]",
  ),
  casesOf(DAEMONSET)(
    "a DaemonSet's selector of other pods",
    { "spec.selector.matchLabels.a": "b" },
    "spec.template.metadata.labels.a",
    'must be "b"',
  ),
  gateway(
    "pods that are not restarted",
    { "spec.template.spec.restartPolicy": "OnFailure" },
    "spec.template.spec.restartPolicy",
    "must be Always in a Deployment, is OnFailure",
  ),
  gateway(
    "pods with a deadline",
    { "spec.template.spec.activeDeadlineSeconds": 60 },
    "spec.template.spec.activeDeadlineSeconds",
    "must not be set in a Deployment",
  ),
  gateway(
    "a rollout that cannot go on",
    { "spec.strategy.rollingUpdate.maxSurge": "0%" },
    "spec.strategy.rollingUpdate",
    "must not both be 0",
  ),
  gateway(
    "a rollout in words",
    { "spec.strategy.rollingUpdate.maxSurge": "all" },
    "spec.strategy.rollingUpdate.maxSurge",
    "must be a percentage such as 25%",
  ),
  gateway(
    "more than all unavailable",
    { "spec.strategy.rollingUpdate.maxUnavailable": "101%" },
    "spec.strategy.rollingUpdate.maxUnavailable",
    "must not be above 100%",
  ),
  gateway(
    "a rolling update of what is recreated",
    { "spec.strategy.type": "Recreate" },
    "spec.strategy.rollingUpdate",
    "must not be set with the strategy Recreate",
  ),
  gateway(
    "a deadline before a pod counts",
    { "spec.minReadySeconds": 600 },
    "spec.progressDeadlineSeconds",
    "600 must be above minReadySeconds, which is 600",
  ),

  job(
    "a Job whose pods never end",
    { "spec.template.spec.restartPolicy": undefined },
    "spec.template.spec.restartPolicy",
    "must be Never or OnFailure in a Job, is Always by default",
  ),
  job(
    "a Job that always restarts",
    { "spec.template.spec.restartPolicy": "Always" },
    "spec.template.spec.restartPolicy",
    "is Always",
  ),
  job("a Job's name of 64 characters", { "metadata.name": "a".repeat(64) }, "metadata.name", "at most 63 are allowed"),
  job("negative retries", { "spec.backoffLimit": -1 }, "spec.backoffLimit", "must not be negative"),
  job(
    "indexed without a count",
    { "spec.completionMode": "Indexed", "spec.parallelism": 2 },
    "spec.completions",
    "is required with completionMode: Indexed",
  ),
  job(
    "a selector that the server makes",
    { "spec.selector": { matchLabels: { a: "b" } }, "spec.template.metadata.labels": { a: "b" } },
    "spec.selector",
    "is made by the server",
  ),
  cron(
    "a CronJob's name of 53 characters",
    { "metadata.name": "a".repeat(53) },
    "metadata.name",
    "at most 52 are allowed",
  ),
  cron("a schedule of four fields", { "spec.schedule": "0 3 * *" }, "spec.schedule", "must have five fields"),
  cron(
    "a CronJob whose pods never end",
    { "spec.jobTemplate.spec.template.spec.restartPolicy": "Always" },
    "spec.jobTemplate.spec.template.spec.restartPolicy",
    "must be Never or OnFailure",
  ),

  gateway(
    "a Deployment of no pods",
    { "spec.template.spec": undefined },
    "spec",
    "a Deployment needs a pod with containers",
  ),
  casesOf(AUTOSCALER)(
    "a range upside down",
    { "spec.minReplicas": 9 },
    "spec.maxReplicas",
    "must be at least minReplicas, which is 9",
  ),
  casesOf(AUTOSCALER)("a range from nothing", { "spec.minReplicas": 0 }, "spec.minReplicas", "must be at least 1"),

  budget("a budget with both bounds", { "spec.minAvailable": 1 }, "spec", "has maxUnavailable and minAvailable"),
  budget(
    "a budget without a bound",
    { "spec.maxUnavailable": undefined },
    "spec",
    "has none",
    "the budget then does nothing",
  ),
  budget(
    "a budget above everything",
    { "spec.maxUnavailable": "101%" },
    "spec.maxUnavailable",
    "must not be above 100%",
  ),
  budget("a budget below nothing", { "spec.maxUnavailable": -1 }, "spec.maxUnavailable", "-1 must not be negative"),
];
