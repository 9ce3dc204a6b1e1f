import type { GatewayPlan } from "@sonar-iac/topology";
import { enginesName } from "./names";
import { answer, refusalBody, refusals } from "./refusals";
import { note, quoted } from "./text";

/** Clock steps of HAProxy's may put the end of the wait a little before its time. */
const slackMilliseconds = 20;

/** What may wait: with a full queue 429, with no engine 503, both before anything is queued. */
export function admissionRules({ admission }: GatewayPlan): string[] {
  const later = { "retry-after": admission.retryAfterSeconds };
  const full =
    admission.queue > 0 ? `queue(${enginesName}) ge ${admission.queue}` : `be_conn_free(${enginesName}) le 0`;
  return [
    note("admission"),
    `http-request return ${answer("no-engine", later)} if { nbsrv(${enginesName}) eq 0 }`,
    `http-request return ${answer("queue-full", later)} if { ${full} }`,
    "http-request set-var(txn.queued) date(0,ms)",
  ];
}

/**
 * HAProxy's own errors once a request was admitted. It has one 503 for "waited too long" and for "could not connect": the time that went by since
 * admission tells them apart.
 */
export function engineErrors({ admission }: GatewayPlan): string[] {
  const waited = Math.max(1, Math.round(admission.queueSeconds * 1000) - slackMilliseconds);
  const either = (timeout: string, other: string) =>
    `%[date(0,ms),sub(txn.queued),div(${waited}),iif(${timeout},${other})]`;
  const reason = either("queue-timeout", "no-engine");
  const message = either(word(refusals["queue-timeout"].message), word(refusals["no-engine"].message));
  const body = refusalBody({ ...refusals["no-engine"], message }, reason);
  return [
    note("errors after admission"),
    `http-error ${answer("engine-lost")}`,
    `http-error status 503 content-type application/json lf-string ${quoted(body)} hdr x-sonar-reason ${quoted(reason)} hdr retry-after ${quoted(String(admission.retryAfterSeconds))}`,
    `http-error ${answer("engine-silent")}`,
  ];
}

/** Text as one argument of a converter inside a JSON string: no commas, brackets or quotes. */
const word = (text: string) => {
  if (/[,()[\]"%\\]/.test(text)) throw new Error(`"${text}" cannot be a converter's argument.`);
  return text;
};
