import { randomBytes } from "node:crypto";
import { main, type Provider } from "@pulumi/pulumi/provider";

// `pulumi-resource-random` for tests: a double of the provider's only resource that the library uses. Like the real one, a password is made
// once, stays the same over updates, and is made anew when its length or `keepers` change.

interface Password {
  length: number;
  special?: boolean;
  keepers?: Record<string, string>;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const password = (length: number) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const mustBePassword = (urn: string) => {
  if (!urn.includes("random:index/randomPassword:RandomPassword"))
    throw new Error(`The tests' double of the random provider has only RandomPassword, not ${urn}.`);
};

const provider: Provider = {
  version: "4.21.2",
  check: async (urn, _olds: Password, inputs: Password) => {
    mustBePassword(urn);
    return { inputs };
  },
  diff: async (_id, _urn, olds: Password, news: Password) => {
    const replaces = (["length", "special", "keepers"] as const).filter((name) => !same(olds[name], news[name]));
    return { changes: replaces.length > 0, replaces };
  },
  create: async (_urn, inputs: Password) => ({ id: "none", outs: { ...inputs, result: password(inputs.length) } }),
  read: async (id, _urn, props) => ({ id, props }),
  update: async (_id, _urn, olds: Password & { result: string }, news: Password) => ({
    outs: { ...news, result: olds.result },
  }),
  delete: async () => {},
};

void main(provider, process.argv.slice(2));
