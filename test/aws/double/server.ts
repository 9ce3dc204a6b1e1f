import { type sendUnaryData, status } from "@grpc/grpc-js";
import plugins from "@pulumi/pulumi/proto/plugin_pb";
import type service from "@pulumi/pulumi/proto/provider_grpc_pb";
import messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Values } from "./definition";
import type { AwsDouble } from "./provider";

// The engine's protocol. The SDK's own server for providers says only that something changes and not what: options such as `replaceOnChanges`
// would do nothing.

const values = (struct: Struct | undefined): Values => (struct?.toJavaScript() ?? {}) as Values;
const struct = (from: Values) => Struct.fromJavaScript(from as Record<string, JavaScriptValue>);

/** Sends what a handler gives, or its error. */
function answering<T>(answer: sendUnaryData<T>, work: () => Promise<T>): void {
  work().then(
    (result) => answer(null, result),
    (error: Error) => answer({ code: status.UNKNOWN, message: error.message }),
  );
}

/** Requests of the engine, answered by the double. */
export const handlers = (double: AwsDouble): Partial<service.IResourceProviderServer> => ({
  attach: (_, answer) => answer(null, new Empty()),
  cancel: (_, answer) => answer(null, new Empty()),
  getPluginInfo: (_, answer) => {
    const info = new plugins.PluginInfo();
    info.setVersion(double.version);
    answer(null, info);
  },
  getSchema: (_, answer) => {
    const response = new messages.GetSchemaResponse();
    response.setSchema("{}");
    answer(null, response);
  },
  checkConfig: ({ request }, answer) => {
    const response = new messages.CheckResponse();
    response.setInputs(request.getNews());
    answer(null, response);
  },
  diffConfig: (_, answer) => answer(null, new messages.DiffResponse()),
  configure: (_, answer) => {
    const response = new messages.ConfigureResponse();
    response.setAcceptsecrets(true);
    response.setAcceptresources(true);
    response.setAcceptoutputs(true);
    answer(null, response);
  },

  check: ({ request }, answer) =>
    answering(answer, async () => {
      const checked = await double.check(request.getUrn(), values(request.getOlds()), values(request.getNews()));
      const response = new messages.CheckResponse();
      response.setInputs(struct(checked.inputs));
      for (const { property, reason } of checked.failures) {
        const failure = new messages.CheckFailure();
        failure.setProperty(property);
        failure.setReason(reason);
        response.addFailures(failure);
      }
      return response;
    }),

  diff: ({ request }, answer) =>
    answering(answer, async () => {
      const { DiffChanges } = messages.DiffResponse;
      const [olds, news] = [values(request.getOlds()), values(request.getNews())];
      const difference = await double.diff(request.getId(), request.getUrn(), olds, news);
      const response = new messages.DiffResponse();
      response.setChanges(difference.changed.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE);
      response.setReplacesList(difference.replaces);
      response.setDiffsList(difference.changed);
      response.setDeletebeforereplace(difference.deleteBeforeReplace);
      response.setHasdetaileddiff(true);
      for (const name of difference.changed) {
        const { Kind } = messages.PropertyDiff;
        const change = new messages.PropertyDiff();
        change.setKind(difference.replaces.includes(name) ? Kind.UPDATE_REPLACE : Kind.UPDATE);
        change.setInputdiff(true);
        response.getDetaileddiffMap().set(name, change);
      }
      return response;
    }),

  create: ({ request }, answer) =>
    answering(answer, async () => {
      const { id, outs } = await double.create(request.getUrn(), values(request.getProperties()));
      const response = new messages.CreateResponse();
      response.setId(id);
      response.setProperties(struct(outs));
      return response;
    }),

  read: ({ request }, answer) =>
    answering(answer, async () => {
      const { id, props } = await double.read(request.getId(), request.getUrn(), values(request.getProperties()));
      const response = new messages.ReadResponse();
      response.setId(id);
      response.setProperties(struct(props));
      response.setInputs(request.getInputs());
      return response;
    }),

  update: ({ request }, answer) =>
    answering(answer, async () => {
      const [olds, news] = [values(request.getOlds()), values(request.getNews())];
      const response = new messages.UpdateResponse();
      response.setProperties(struct((await double.update(request.getId(), request.getUrn(), olds, news)).outs));
      return response;
    }),

  delete: ({ request }, answer) =>
    answering(answer, async () => {
      await double.delete(request.getId(), request.getUrn());
      return new Empty();
    }),

  invoke: ({ request }, answer) =>
    answering(answer, async () => {
      const response = new messages.InvokeResponse();
      response.setReturn(struct((await double.invoke(request.getTok(), values(request.getArgs()))).outputs));
      return response;
    }),
});
