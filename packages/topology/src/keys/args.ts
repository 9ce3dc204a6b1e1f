import { z } from "zod";
import { flag, object } from "../check";
import type { KeysPlan, Problem } from "../plan";

/** Who may call the service; where an existing Secret is, stays with the components. */
export interface KeysSpec {
  /** Names of clients, each with a key of its own. @default ["default"] */
  clients?: string[];
  /** Whether the keys stand in a Secret that exists already. @default false */
  existing?: boolean;
}

const name = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

export const keysSchema = object({
  clients: z
    .array(
      z.string().regex(name, {
        error: ({ input }) =>
          `must be a name of letters, digits, "-", "_" and "." (it becomes a key of a Secret), but it is ${JSON.stringify(input)}.`,
      }),
      {
        error: ({ input }) =>
          `must be a list of client names, but it is ${JSON.stringify(input)}. For example ["web", "batch"].`,
      },
    )
    .optional(),
  existing: flag().optional(),
});

/** Names that the engine's own key uses in a Secret. */
export const engineKeyName = "engine";

/** The clients with defaults. */
export function planKeys(spec: KeysSpec | undefined, problems: Problem[]): KeysPlan {
  const clients = spec?.clients ?? ["default"];
  if (clients.length === 0) {
    problems.push({
      path: "apiKeys.clients",
      message: 'names no client, so that nobody could call the service. Name at least one, for example ["default"].',
    });
  }
  const twice = clients.find((client, i) => clients.indexOf(client) !== i);
  if (twice !== undefined)
    problems.push({
      path: "apiKeys.clients",
      value: twice,
      message: `"${twice}" stands there twice. Give each client a name of its own.`,
    });
  if (clients.includes(engineKeyName)) {
    problems.push({
      path: "apiKeys.clients",
      value: engineKeyName,
      message: `"${engineKeyName}" is the name of the key between gateway and engines. Choose another name.`,
    });
  }
  return { clients, existing: spec?.existing ?? false };
}
