/** A measure of load that an autoscaler can follow. */
export interface ScalingSignal {
  /** What it measures, in a word: `queued-tokens`. */
  name: string;
  /**
   * PromQL. It names the service and the role by the labels that Prometheus makes of the pods' `app.kubernetes.io/instance` and
   * `app.kubernetes.io/component` (a PodMonitor's `podTargetLabels`).
   */
  query: string;
  unit: "tokens" | "seconds" | "sequences" | "requests";
  /** - `total`: of the whole pool, to be shared by its engines. - `each`: the same for every engine, however many there are. */
  of: "total" | "each";
}
