import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type {
  ReadResourceRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  RegisterResourceResponse,
  ResourceInvokeRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { answerCreate, answerInvoke, answerRead, guardInputs, markSecrets } from "./answers";
import { duplicate, heading, notCalled, notInvoked, notRemote } from "./complaints";
import { finding } from "./finding";
import { recordedOptions, requestOptions } from "./options";
import { positionOf } from "./position";
import type { Recording } from "./recording";
import type { RecordedResource } from "./resource";
import type { Sdk } from "./sdk";
import { type Transformed, Transforms, withDependencies } from "./transforms";
import { makeUrn, parseUrn, STACK_TYPE } from "./urn";
import type { WireObject } from "./wire";

/** Error code of gRPC for a call that the server does not have. */
const UNIMPLEMENTED = 12;
/** Features of an engine that this one has too. `outputValues` is for plug-ins only. */
const FEATURES = new Set(
  "secrets resourceReferences deletedWith replaceWith aliasSpecs transforms invokeTransforms parameterization resourceHooks errorHooks".split(
    " ",
  ),
);

type Reply<T> = (error: unknown, response?: T) => void;

/**
 * The engine's side of a program: it answers what the SDK asks while the program runs, and records it. It reports what the real
 * engine would refuse, and lets the program go on, so that one run finds everything.
 */
export class Monitor {
  private readonly transforms: Transforms;
  private readonly duplicated = new Set<string>();

  constructor(
    private readonly sdk: Sdk,
    private readonly recording: Recording,
    /** Folder of the project, which positions are relative to. */
    private readonly root: string,
  ) {
    this.transforms = new Transforms(sdk);
  }

  close(): void {
    this.transforms.close();
  }

  /** Unimplemented, so that SDKs of every age ask for one feature after the other. */
  getDeploymentInfo(_request: unknown, reply: Reply<never>): void {
    reply({ code: UNIMPLEMENTED, message: "not implemented", details: "not implemented" });
  }

  supportsFeature(request: { getId(): string }, reply: Reply<unknown>): void {
    const response = new this.sdk.resources.SupportsFeatureResponse();
    response.setHassupport(FEATURES.has(request.getId()));
    reply(null, response);
  }

  registerResource(request: RegisterResourceRequest, reply: Reply<RegisterResourceResponse>): void {
    this.register(request).then(
      (response) => reply(null, response),
      (error) => reply(error),
    );
  }

  readResource(request: ReadResourceRequest, reply: Reply<unknown>): void {
    const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
    const inputs = properties(request.getProperties());
    const outputs = answerRead(type, request.getId(), inputs);
    const urn = makeUrn(this.recording.stack, this.recording.project, parent, type, name);
    const options = recordedOptions(new this.sdk.resources.TransformResourceOptions());
    this.record({ urn, type, name, parent, kind: "read", id: request.getId(), inputs, outputs, options });
    const response = new this.sdk.resources.ReadResourceResponse();
    response.setUrn(urn);
    response.setProperties(this.sdk.struct.Struct.fromJavaScript(outputs));
    reply(null, response);
  }

  registerResourceOutputs(request: RegisterResourceOutputsRequest, reply: Reply<unknown>): void {
    const outputs = properties(request.getOutputs());
    this.recording.noteSecrets(outputs);
    if (parseUrn(request.getUrn()).type === STACK_TYPE) this.recording.outputs = outputs;
    else Object.assign(this.recording.find(request.getUrn())?.outputs ?? {}, outputs);
    reply(null, new this.sdk.empty.Empty());
  }

  invoke(request: ResourceInvokeRequest, reply: Reply<unknown>): void {
    const token = request.getTok();
    const inputs = properties(request.getArgs());
    const answer = token === "pulumi:pulumi:getResource" ? this.existing(inputs) : answerInvoke(token, inputs);
    // the SDK shows only the details of an error
    if (answer === undefined) {
      reply({ message: notInvoked(token), details: notInvoked(token) });
      return;
    }
    const response = new this.sdk.resources.ResourceInvokeResponse();
    response.setReturn(this.sdk.struct.Struct.fromJavaScript(answer));
    reply(null, response);
  }

  call(request: { getTok(): string }, reply: Reply<never>): void {
    const message = notCalled(request.getTok());
    reply({ message, details: message });
  }

  registerStackTransform(callback: Callback, reply: Reply<unknown>): void {
    this.transforms.addToStack(callback);
    reply(null, new this.sdk.empty.Empty());
  }

  registerStackInvokeTransform(_callback: Callback, reply: Reply<unknown>): void {
    this.recording.warnings.push(finding(null, "Transforms of provider functions are not run in a preview."));
    reply(null, new this.sdk.empty.Empty());
  }

  /** Hooks run around changes, and a preview makes none. */
  registerResourceHook(_request: unknown, reply: Reply<unknown>): void {
    reply(null, new this.sdk.empty.Empty());
  }

  registerErrorHook(_request: unknown, reply: Reply<unknown>): void {
    reply(null, new this.sdk.empty.Empty());
  }

  registerPackage(_request: unknown, reply: Reply<unknown>): void {
    const response = new this.sdk.resources.RegisterPackageResponse();
    response.setRef("preview");
    reply(null, response);
  }

  signalAndWaitForShutdown(_request: unknown, reply: Reply<unknown>): void {
    reply(null, new this.sdk.empty.Empty());
  }

  private async register(request: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
    const position = positionOf(
      request.getSourceposition?.()?.getUri(),
      request.getSourceposition?.()?.getLine(),
      this.root,
    );
    const transformed = await this.transform(request, position);
    const options = recordedOptions(transformed.options);
    const inputs = guardInputs(type, transformed.properties);
    const urn = makeUrn(this.recording.stack, this.recording.project, parent, type, name);
    const provider = this.recording.find(options.provider.slice(0, options.provider.lastIndexOf("::")))?.inputs;
    const custom = request.getCustom() && !request.getRemote();
    const answer = custom ? answerCreate({ type, name, urn, inputs, provider }) : { state: {} };
    const outputs = markSecrets(answer.state, options.additionalSecretOutputs);
    const id = options.importId !== "" ? options.importId : answer.id;
    const kind = request.getRemote() ? "remote" : custom ? "custom" : "component";
    this.transforms.remember(urn, parent, request.getTransformsList());
    this.record({ urn, type, name, parent, kind, id, inputs, outputs, options, position });

    const response = new this.sdk.resources.RegisterResourceResponse();
    response.setUrn(urn);
    response.setId(id ?? "");
    response.setObject(this.sdk.struct.Struct.fromJavaScript(outputs));
    return response;
  }

  private record(resource: RecordedResource): void {
    const first = this.recording.find(resource.urn);
    if (first !== undefined) {
      // children of a duplicate are duplicates because of it
      if (!this.duplicated.has(resource.parent)) this.recording.errors.push(duplicate(first, resource));
      this.duplicated.add(resource.urn);
    }
    if (resource.kind === "remote") this.recording.warnings.push(notRemote(resource));
    this.recording.add(resource);
  }

  private async transform(request: RegisterResourceRequest, position: string | undefined): Promise<Transformed> {
    const options = requestOptions(this.sdk, request);
    const own = request.getTransformsList();
    let result: Transformed = { properties: properties(request.getObject()), options };
    const applicable = this.transforms.applicable(own, request.getParent());
    if (applicable.length === 0) return result;
    if (own.length > 0) {
      const dependencies = [...request.getPropertydependenciesMap().entries()];
      const urns = new Map(dependencies.map(([key, list]) => [key, list.getUrnsList()]));
      result.properties = withDependencies(result.properties, urns);
    }
    const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
    for (const callback of applicable) {
      try {
        result = await this.transforms.run(callback, { type, name, parent, custom: request.getCustom() }, result);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.recording.errors.push(finding(heading({ type, name }), `A transform failed: ${reason}`, position));
      }
    }
    return result;
  }

  /** The state of a resource of this program, by its URN. */
  private existing(inputs: WireObject): WireObject | undefined {
    const resource = typeof inputs.urn === "string" ? this.recording.find(inputs.urn) : undefined;
    if (resource === undefined) return undefined;
    return { urn: resource.urn, id: resource.id ?? "", state: resource.outputs };
  }
}

function properties(struct: { toJavaScript(): object } | undefined): WireObject {
  return struct === undefined ? {} : (struct.toJavaScript() as WireObject);
}
