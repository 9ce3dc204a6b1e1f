import { deploy } from "../../components/harness";
import { keyOf, Live } from "../double/live";
import { answerFor, type Registered } from "../proof/proof";
import { functions } from "../resources/functions";
import { token } from "../resources/tokens";
import { secretArn } from "./given";

/** What functions find: the one secret that programs read. */
const live = new Live([
  {
    key: keyOf(token.secretVersion, secretArn),
    type: token.secretVersion,
    id: secretArn,
    inputs: { secretId: secretArn, secretString: '{"token":"hf_0123456789abcdef"}' },
    outputs: {},
  },
]);
const calls = Object.fromEntries(
  Object.entries(functions).map(([name, answer]) => [name, (inputs: Record<string, unknown>) => answer(inputs, live)]),
);

/** What a program registers under mocks that answer as AWS does, so that references are valid. */
export async function registered(program: () => void): Promise<Registered[]> {
  const all: Registered[] = [];
  await deploy(program, {
    calls,
    answer: ({ type, name, inputs }) => {
      const made = answerFor({ type, name, inputs });
      all.push({ type, name, inputs, made });
      return made && { id: made.id, state: made.outputs };
    },
  });
  return all;
}
