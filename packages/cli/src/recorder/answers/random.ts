import { createHash } from "node:crypto";
import { secret, type Wire, type WireObject } from "../wire";
import type { Answer, Question } from "./answer";

/**
 * Stand-ins for what the random provider would draw: of the length asked for, different for each resource and the same in each
 * run. Passwords and bytes are secret, as the provider marks them.
 */
export function answerRandom({ type, urn, inputs }: Question): Answer {
  const kind = type.slice(type.lastIndexOf(":") + 1);
  const digest = (length: number) => letters(urn, length);
  const hex = (bytes: number) =>
    Buffer.from(digest(bytes))
      .toString("hex")
      .slice(0, bytes * 2);
  const length = typeof inputs.length === "number" ? inputs.length : 32;
  const answer = (state: WireObject, id = "none"): Answer => ({ id, state: { ...inputs, ...state } });
  switch (kind) {
    case "RandomPassword":
      return answer({ result: secret(digest(length)), bcryptHash: secret(`$2a$10$${digest(53)}`) });
    case "RandomBytes":
      return answer({ hex: secret(hex(length)), base64: secret(Buffer.from(digest(length)).toString("base64")) });
    case "RandomString":
      return answer({ result: digest(length) });
    case "RandomUuid":
      return answer({ result: uuid(hex(16)) });
    case "RandomId": {
      const bytes = typeof inputs.byteLength === "number" ? inputs.byteLength : 8;
      const prefix = typeof inputs.prefix === "string" ? inputs.prefix : "";
      return answer({ hex: `${prefix}${hex(bytes)}` });
    }
    case "RandomInteger":
      return answer({ result: number(inputs.min) });
    case "RandomPet":
      return answer({}, `${text(inputs.prefix)}preview-pet`);
    default:
      return { state: inputs };
  }
}

function letters(seed: string, length: number): string {
  let text = "";
  for (let round = 0; text.length < length; round++) {
    text += createHash("sha256")
      .update(`${seed} ${round}`)
      .digest("base64")
      .replace(/[^A-Za-z0-9]/g, "");
  }
  return text.slice(0, length);
}

function uuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function number(value: Wire | undefined): number {
  return typeof value === "number" ? value : 0;
}

function text(value: Wire | undefined): string {
  return typeof value === "string" ? `${value}-` : "";
}
