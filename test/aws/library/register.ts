import { deploy } from "../../components/harness";
import { answerFor, type Registered } from "../proof/proof";

/** What a program registers under mocks that answer as AWS does, so that references are valid. */
export async function registered(program: () => void): Promise<Registered[]> {
  const all: Registered[] = [];
  await deploy(program, {
    answer: ({ type, name, inputs }) => {
      const made = answerFor({ type, name, inputs });
      all.push({ type, name, inputs, made });
      return made && { id: made.id, state: made.outputs };
    },
  });
  return all;
}
