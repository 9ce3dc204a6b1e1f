import type { Check } from "./examine";

/** What an init container that looks at a pod before its start has printed: the checks that are not in order. */
export function checksIn(text: string): Check[] {
  return text.split("\n").flatMap((line) => {
    const [, verdict, name = "", rest = ""] = /^(fail|warn) +(.{13,}?) {2}(.*)$/.exec(line) ?? [];
    if (verdict === undefined) return [];
    const [seen = "", ...todo] = rest.split("  → ");
    return [{ verdict: verdict as Check["verdict"], name: name.trim(), seen, todo: todo.join("  → ") }];
  });
}
