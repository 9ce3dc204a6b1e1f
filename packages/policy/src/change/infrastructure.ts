import { types } from "../rules/aws/types";
import { kindOf, pathText, titleOf } from "../view";
import type { Change } from "./change";
import { afterDeployment, differenceText } from "./difference";
import { type Impact, impact } from "./impact";
import { replacingFields } from "./replacing";

const stores = [types.fileSystem, types.volume, "aws:fsx/lustreFileSystem:LustreFileSystem"];

/** What becomes of node groups and storage. */
export function infrastructureImpact(change: Change, all: readonly Change[]): Impact[] {
  const { before, after } = change;
  const one = after ?? before;
  if (one === undefined || change.operation === "same" || change.operation === "create") return [];
  const base = {
    subject: titleOf(one),
    urn: one.urn,
    because: change.differences.filter(({ open }) => !open).map(differenceText),
  };
  if (one.type === types.nodeGroup) return nodeGroup(change, base, templateOf(change, all));
  if (kindOf(one) === "PersistentVolumeClaim" || stores.includes(one.type as never)) {
    if (change.operation === "update") return mayBeReplaced(change, base);
    const gone = change.operation === "delete" ? "goes" : "is replaced";
    return [
      impact({
        ...base,
        headline: `${gone}: what is stored in it is lost, unless its class or policy keeps it`,
        dataLost: true,
      }),
    ];
  }
  return [];
}

/** The change of the group's launch template. */
function templateOf({ after }: Change, all: readonly Change[]): Change | undefined {
  return all.find((one) => one.after?.type === types.launchTemplate && after?.dependsOn.includes(one.after.urn));
}

/** What only later is known of fields that a new resource alone has. */
function mayBeReplaced({ after, differences }: Change, base: { subject: string; urn: string }): Impact[] {
  const later = differences
    .filter(({ path, open }) => open && after !== undefined && replacingFields(after.type, path))
    .map(({ path }) => pathText(path));
  if (later.length === 0) return [];
  return [impact({ ...base, headline: `may be replaced: ${afterDeployment(later)}`, open: true, downSeconds: null })];
}

function nodeGroup(
  change: Change,
  base: { subject: string; urn: string; because: string[] },
  template: Change | undefined,
): Impact[] {
  if (change.operation === "delete")
    return [impact({ ...base, headline: "goes, with all its nodes", nodeGroupReplaced: true, downSeconds: null })];
  const inner = template?.differences.filter(({ open }) => !open).map(differenceText) ?? [];
  const because = [...base.because, ...inner];
  if (change.operation === "replace" || template?.operation === "replace")
    return [
      impact({
        ...base,
        because,
        headline: "is recreated: every node of it goes, and engines move to new ones",
        nodeGroupReplaced: true,
        downSeconds: null,
      }),
    ];
  const size = change.differences.filter(({ path }) => path[0] === "scalingConfig");
  if (template?.operation === "update")
    return [
      impact({
        ...base,
        because,
        headline: "replaces its nodes one after the other, and drains each",
        downSeconds: null,
      }),
    ];
  if (size.length === 0) return mayBeReplaced(change, base);
  return [impact({ ...base, headline: "changes its size" }), ...mayBeReplaced(change, base)];
}
