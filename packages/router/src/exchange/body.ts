/** A client's JSON body. */
export interface ClientBody {
  bytes: Buffer;
  /** What it says; for decisions only, never written back to decode. */
  value: Record<string, unknown>;
}

/** Reads a body. Returns what is wrong with it as text. */
export function parseBody(bytes: Buffer): ClientBody | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return "The body is not JSON.";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "The body must be a JSON object.";
  const foreign = foreignField(value as Record<string, unknown>);
  if (foreign) return `${foreign} ${reserved}`;
  return { bytes, value: value as Record<string, unknown> };
}

const reserved = "is set by the router. Leave it out.";
const ours = ["kv_transfer_params", "ec_transfer_params"];

/** A field that names memory of engines. `aphrodite_xargs` is another way to the same place; a text there ends the engine. */
function foreignField(value: Record<string, unknown>): string | undefined {
  for (const name of ours) if (value[name] !== undefined && value[name] !== null) return name;
  const more = value.aphrodite_xargs;
  if (typeof more !== "object" || more === null) return undefined;
  const name = ours.find((one) => Object.hasOwn(more, one));
  return name && `aphrodite_xargs.${name}`;
}

const brace = 0x7d;

/** The client's own bytes with one more field at the end: nothing that the client wrote is written anew. */
export function withField(body: ClientBody, name: string, json: string): Buffer[] {
  const { bytes, value } = body;
  const end = bytes.lastIndexOf(brace);
  const comma = Object.keys(value).length > 0 ? "," : "";
  return [bytes.subarray(0, end), Buffer.from(`${comma}${JSON.stringify(name)}:${json}}`)];
}

/** What must not reach an engine in a request that the router passes on as it is: it names memory of other requests. Text when there is some. */
export function plainBodyProblem(bytes: Buffer, contentType: string | undefined): string | undefined {
  if (bytes.length === 0) return undefined;
  // the engine reads UTF-16 too, in which no name would be found
  if (bytes.includes(0) && !contentType?.startsWith("multipart/")) return "The body must be UTF-8.";
  // only what has neither the name nor an escape that could hide it is passed on unread
  if (!bytes.includes("_transfer_params") && !bytes.includes("\\u")) return undefined;
  const read = parseBody(bytes);
  if (typeof read !== "string") return undefined;
  if (read.includes(reserved)) return read;
  // not JSON for us, but engines take some things (NaN) for it that are none
  const text = bytes
    .toString("utf8")
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return ours.some((name) => text.includes(name)) ? read : undefined;
}
