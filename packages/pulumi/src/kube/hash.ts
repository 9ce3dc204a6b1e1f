import { createHash } from "node:crypto";

/** 16 hexadecimal digits of a text, for annotations that restart pods when it changes. */
export const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
