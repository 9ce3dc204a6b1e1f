import type { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type { TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb";
import type { Sdk } from "./sdk";
import { isObject, MARK, MARKS, UNKNOWN, type Wire, type WireObject } from "./wire";

/** A registration on its way through transforms. */
export interface Transformed {
  properties: WireObject;
  options: TransformResourceOptions;
}

/** What a transform is told about the resource besides its properties and options. */
export interface Transformable {
  type: string;
  name: string;
  custom: boolean;
  /** URN; empty for the stack. */
  parent: string;
}

/**
 * Runs `transforms` as the engine does: it calls the SDK's callback server, on 127.0.0.1, for the resource's own transforms
 * first, then its parents' from the inside out, then the stack's.
 */
export class Transforms {
  private readonly ofResource = new Map<string, { own: Callback[]; parent: string }>();
  private readonly ofStack: Callback[] = [];
  private readonly clients = new Map<string, CallbacksClient>();

  constructor(private readonly sdk: Sdk) {}

  addToStack(callback: Callback): void {
    this.ofStack.push(callback);
  }

  /** Remembers a resource, so that its children find its transforms. */
  remember(urn: string, parent: string, own: Callback[]): void {
    if (!this.ofResource.has(urn)) this.ofResource.set(urn, { own, parent });
  }

  /** All transforms for a resource, in the order in which they run. */
  applicable(own: Callback[], parent: string): Callback[] {
    const all = [...own];
    for (let urn = parent; urn !== ""; urn = this.ofResource.get(urn)?.parent ?? "") {
      all.push(...(this.ofResource.get(urn)?.own ?? []));
    }
    return [...all, ...this.ofStack];
  }

  /** Runs one transform. Throws what the transform threw, as a message without a stack. */
  async run(callback: Callback, resource: Transformable, before: Transformed): Promise<Transformed> {
    const request = new this.sdk.resources.TransformRequest();
    request.setType(resource.type);
    request.setName(resource.name);
    request.setCustom(resource.custom);
    request.setParent(resource.parent);
    request.setProperties(this.sdk.struct.Struct.fromJavaScript(toOutputs(before.properties)));
    request.setOptions(before.options);
    const answer = await this.call(callback, request.serializeBinary());
    const response = this.sdk.resources.TransformResponse.deserializeBinary(answer);
    const properties = response.getProperties()?.toJavaScript() as WireObject | undefined;
    return { properties: properties ?? before.properties, options: response.getOptions() ?? before.options };
  }

  /** Closes the connections to the callback server. */
  close(): void {
    for (const client of this.clients.values()) client.close();
    this.clients.clear();
  }

  private call(callback: Callback, message: Uint8Array): Promise<Uint8Array> {
    const request = new this.sdk.callbacks.CallbackInvokeRequest();
    request.setToken(callback.getToken());
    request.setRequest(message);
    return new Promise((resolve, reject) => {
      this.client(callback.getTarget()).invoke(request, (error, response) => {
        if (error === null) resolve(response.getResponse_asU8());
        else reject(new Error(error.details.replace(/^transform failed: (Error: )?/, "")));
      });
    });
  }

  private client(target: string): CallbacksClient {
    const known = this.clients.get(target);
    if (known !== undefined) return known;
    const { grpc, rpc } = this.sdk.callbackClient();
    const client = new rpc.CallbacksClient(target, grpc.credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
    });
    this.clients.set(target, client);
    return client;
  }
}

/** Properties that depend on resources, as the engine hands them to the resource's own transforms: whole outputs. */
export function withDependencies(properties: WireObject, dependencies: Map<string, string[]>): WireObject {
  const result = { ...properties };
  for (const [key, urns] of dependencies) {
    const value = result[key];
    if (value === undefined || urns.length === 0) continue;
    result[key] = { [MARK]: MARKS.output, value, dependencies: urns };
  }
  return result;
}

/** A transform sees secrets and unknown values as outputs. */
function toOutputs(properties: WireObject): { [key: string]: Wire } {
  const convert = (value: Wire): Wire => {
    if (value === UNKNOWN) return { [MARK]: MARKS.output };
    if (Array.isArray(value)) return value.map(convert);
    if (!isObject(value)) return value;
    if (value[MARK] !== MARKS.secret) return mapValues(value, convert);
    const inner = value.value ?? null;
    return { [MARK]: MARKS.output, secret: true, ...(inner === UNKNOWN ? {} : { value: convert(inner) }) };
  };
  return mapValues(properties, convert);
}

function mapValues(object: WireObject, convert: (value: Wire) => Wire): WireObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value)]));
}
