import type { Finding } from "../recorder";
import type { Screen } from "../terminal/screen";
import { columns, hanging, pad } from "../text/wrap";

/** Errors as people read them: under a heading for each component, with the paths in a column. */
export function humanErrors(errors: Finding[], screen: Screen): string {
  const groups = new Map<string | null, Finding[]>();
  for (const error of errors) groups.set(error.component, [...(groups.get(error.component) ?? []), error]);
  const texts = [...groups].map(([component, found]) => {
    if (component === null) return rows(found, screen.error("error"), screen.width);
    const head = `${screen.error(component)} ${verb(component, found)}:`;
    return `${head}\n${rows(found, "", screen.width)}`;
  });
  return `${texts.join("\n\n")}\n`;
}

/** One row for each error: where, in a column, and what. */
function rows(found: Finding[], head: string, width: number): string {
  const widest = Math.max(...found.map((one) => columns(labelOf(one))));
  const label = (one: Finding) => (widest === 0 ? "" : `${pad(labelOf(one), widest)}  `);
  if (head === "") return found.map((one) => hanging(`  ${label(one)}`, one.message, width)).join("\n");
  return found.map((one) => `${head}: ${hanging(label(one), one.message, width - 7)}`).join("\n");
}

/** Where the fault is: the argument, or the place in the program. */
function labelOf({ path, position }: Finding): string {
  return path !== "" ? path : (position ?? "");
}

function verb(component: string, found: Finding[]): string {
  if (!component.includes('"')) return "cannot be used";
  return found.some((one) => one.path !== "") ? "cannot be planned" : "cannot be created";
}
