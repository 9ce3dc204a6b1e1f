import type { RegisterResourceRequest, TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb";
import type { AliasSpec, RecordedOptions } from "./resource";
import type { Sdk } from "./sdk";

/** The options of a request in the form that transforms take and return. */
export function requestOptions(sdk: Sdk, request: RegisterResourceRequest): TransformResourceOptions {
  const options = new sdk.resources.TransformResourceOptions();
  options.setDependsOnList(request.getDependenciesList());
  const protect = request.getProtect();
  if (protect !== undefined) options.setProtect(protect);
  const retain = request.getRetainondelete();
  if (retain !== undefined) options.setRetainOnDelete(retain);
  if (request.getDeletebeforereplacedefined()) options.setDeleteBeforeReplace(request.getDeletebeforereplace());
  options.setIgnoreChangesList(request.getIgnorechangesList());
  options.setReplaceOnChangesList(request.getReplaceonchangesList());
  options.setVersion(request.getVersion());
  options.setAliasesList(request.getAliasesList());
  options.setProvider(request.getProvider());
  const providers = options.getProvidersMap();
  for (const [name, reference] of request.getProvidersMap().entries()) providers.set(name, reference);
  options.setCustomTimeouts(request.getCustomtimeouts());
  options.setPluginDownloadUrl(request.getPlugindownloadurl());
  options.setDeletedWith(request.getDeletedwith());
  options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
  // absent from the oldest SDK that is supported
  options.setImport?.(request.getImportid());
  options.setHooks?.(request.getHooks?.());
  return options;
}

/** The options as plain data. */
export function recordedOptions(options: TransformResourceOptions): RecordedOptions {
  const timeouts = options.getCustomTimeouts();
  return {
    protect: options.getProtect() ?? false,
    retainOnDelete: options.getRetainOnDelete() ?? false,
    deletedWith: options.getDeletedWith(),
    dependsOn: options.getDependsOnList(),
    ignoreChanges: options.getIgnoreChangesList(),
    replaceOnChanges: options.getReplaceOnChangesList(),
    additionalSecretOutputs: options.getAdditionalSecretOutputsList(),
    aliases: options.getAliasesList().map(aliasOf),
    provider: options.getProvider(),
    version: options.getVersion(),
    importId: options.getImport?.() ?? "",
    deleteBeforeReplace: options.getDeleteBeforeReplace() ?? false,
    customTimeouts: {
      create: timeouts?.getCreate() ?? "",
      update: timeouts?.getUpdate() ?? "",
      delete: timeouts?.getDelete() ?? "",
    },
  };
}

type AliasMessage = ReturnType<TransformResourceOptions["getAliasesList"]>[number];

function aliasOf(alias: AliasMessage): string | AliasSpec {
  const spec = alias.getSpec();
  if (spec === undefined) return alias.getUrn();
  return {
    name: spec.getName(),
    type: spec.getType(),
    stack: spec.getStack(),
    project: spec.getProject(),
    parent: spec.getParenturn(),
    noParent: spec.getNoparent(),
  };
}
