import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether a request's Authorization carries the key; always, when there is none. Takes the same time for every wrong key. */
export function keyCheck(key: string | undefined): (authorization: string | undefined) => boolean {
  if (!key) return () => true;
  const wanted = digest(`Bearer ${key}`);
  return (authorization) => authorization !== undefined && timingSafeEqual(digest(authorization), wanted);
}
