import type { Router } from "./router";
import { sonarRouter } from "./sonar";
import { vllmRouter } from "./vllm";

/** All routers that the suite knows. */
export const routers: readonly Router[] = [sonarRouter, vllmRouter];
