import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { object, type Problem, type RouterSpec, text } from "@sonar-iac/topology";
import { input } from "../args";

/** The program that pairs prefill with decode engines. */
export interface RouterArgs extends RouterSpec {
  /**
   * Image: Node 20.19 or later for `sonar`, vllm-router 0.1.17 for `vllm-router`, the engine's repository for `development`.
   *
   * @default docker.io/library/node:24-slim for `sonar`; the others have none
   */
  image?: pulumi.Input<string>;
}

/** Last changes to a router pod, merged over what the library makes; a list replaces the library's list. */
export interface RouterOverrides {
  pod?: Partial<k8s.types.input.core.v1.PodSpec>;
  container?: Partial<k8s.types.input.core.v1.Container>;
}

/** Names in the router's arguments: the plain rest is topology's to check. */
export const routerNames = object({ image: input(text("Give an image.")).optional() });

/** What is missing between a router's kind and its image. */
export function imageProblems({ kind, image }: Pick<RouterArgs, "kind" | "image">): Problem[] {
  if (image !== undefined || (kind !== "vllm-router" && kind !== "development")) return [];
  const what = kind === "vllm-router" ? "vllm-router 0.1.17" : "the engine's benchmarks/disagg_benchmarks";
  const message = `is missing, and the library has no image of "${kind}". Give one with ${what} in it.`;
  return [{ path: "router.image", message }];
}
