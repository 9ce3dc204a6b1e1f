import { describe, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { CapacitySpec, capacitySchema, NodeGroupSpec, nodeGroupSchema } from "../aws";
import type {
  CompileCacheSpec,
  compileCacheSchema,
  ModelCacheSpec,
  modelCacheSchema,
  PlatformCacheSpec,
  platformCacheSchema,
} from "../caches";
import type { EngineArgs } from "../engine/args";
import type { AdmissionArgs, admissionSchema, LoadBalancingArgs, loadBalancingSchema } from "../gateway";
import type { NodesArgs, nodesSchema } from "../hardware";
import type { KeysSpec, keysSchema } from "../keys";
import type { KVCacheSpec, kvCacheSchema } from "../kvCache";
import type { ModelArgs, modelSchema } from "../model";
import type { NetworkArgs, networkSchema } from "../network";
import type { ParallelismArgs, parallelismSchema } from "../parallelism";
import type { RouterSpec, routerSchema } from "../router";
import type {
  MultiNodePipelineSpec,
  multiNodePipelineSchema,
  PDDisaggregationSpec,
  PoolSpec,
  pdDisaggregationSchema,
  ReplicatedServiceSpec,
  replicatedServiceSchema,
} from "../services";
import type { StartupArgs, startupSchema } from "../timing";
import type { KVLoadFailure, loadFailureSchema, TransferArgs, transferSchema } from "../transfer";

/** The interfaces are written by hand for their doc comments; the schemas must accept exactly the same. */
describe("interfaces and schemas", () => {
  it("agree", () => {
    expectTypeOf<z.input<typeof modelSchema>>().toEqualTypeOf<ModelArgs>();
    expectTypeOf<z.input<typeof parallelismSchema>>().toEqualTypeOf<ParallelismArgs>();
    expectTypeOf<z.input<typeof startupSchema>>().toEqualTypeOf<StartupArgs>();
    expectTypeOf<z.input<typeof admissionSchema>>().toEqualTypeOf<AdmissionArgs>();
    expectTypeOf<z.input<typeof loadBalancingSchema>>().toEqualTypeOf<LoadBalancingArgs>();
    expectTypeOf<z.input<typeof nodesSchema>>().toEqualTypeOf<NodesArgs>();
    expectTypeOf<z.input<typeof keysSchema>>().toEqualTypeOf<KeysSpec>();
    expectTypeOf<z.input<typeof modelCacheSchema>>().toEqualTypeOf<ModelCacheSpec>();
    expectTypeOf<z.input<typeof compileCacheSchema>>().toEqualTypeOf<CompileCacheSpec>();
    expectTypeOf<z.input<typeof platformCacheSchema>>().toEqualTypeOf<PlatformCacheSpec>();
    expectTypeOf<z.input<typeof capacitySchema>>().toEqualTypeOf<CapacitySpec>();
    expectTypeOf<z.input<typeof nodeGroupSchema>>().toEqualTypeOf<NodeGroupSpec>();
    expectTypeOf<z.input<typeof kvCacheSchema>>().toEqualTypeOf<KVCacheSpec>();
    expectTypeOf<EngineArgs>().toExtend<NonNullable<z.input<typeof replicatedServiceSchema>["engine"]>>();
    expectTypeOf<z.input<typeof transferSchema>>().toEqualTypeOf<TransferArgs>();
    expectTypeOf<z.input<typeof loadFailureSchema>>().toEqualTypeOf<KVLoadFailure>();
    expectTypeOf<z.input<typeof routerSchema>>().toEqualTypeOf<RouterSpec>();
    expectTypeOf<PoolSpec>().toExtend<z.input<typeof pdDisaggregationSchema>["prefill"]>();
    expectTypeOf<keyof PoolSpec>().toEqualTypeOf<keyof z.input<typeof pdDisaggregationSchema>["prefill"]>();
    expectTypeOf<keyof PDDisaggregationSpec>().toEqualTypeOf<keyof z.input<typeof pdDisaggregationSchema>>();
    expectTypeOf<z.input<typeof networkSchema>>().toEqualTypeOf<NetworkArgs>();
    expectTypeOf<keyof MultiNodePipelineSpec>().toEqualTypeOf<keyof z.input<typeof multiNodePipelineSchema>>();
    expectTypeOf<keyof ReplicatedServiceSpec>().toEqualTypeOf<keyof z.input<typeof replicatedServiceSchema>>();
  });
});
