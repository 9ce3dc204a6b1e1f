import type { Screen } from "../terminal/screen";
import { columns, cut, pad, wrap } from "../text/wrap";

/** A branch of a service: what it is, how many there are, and what is to be said of it. */
export interface Branch {
  label: string;
  /** Kind of resource, or whatever stands for it. */
  kind: string;
  /** `3 pods`; empty where the kind says all. */
  count: string;
  lines: BranchLine[];
}

/** A text of a branch. A command is cut at the end of the line, prose is wrapped. */
export interface BranchLine {
  text: string;
  long: "cut" | "wrap";
}

/** A service: its name and class, its size, and its branches. */
export interface Tree {
  name: string;
  service: string;
  size: string;
  price: string;
  branches: Branch[];
}

/** Widest left part; longer ones push their text to the next line. */
const LEFT_LIMIT = 38;

/** Draws a tree, with the texts of all branches in one column. */
export function drawTree(tree: Tree, screen: Screen): string {
  const { branches } = tree;
  const labels = Math.max(0, ...branches.map((branch) => columns(branch.label)));
  const kinds = Math.max(0, ...branches.filter((branch) => branch.count !== "").map((branch) => columns(branch.kind)));
  const lefts = branches.map(({ label, kind, count }) => {
    return `${pad(label, labels)}  ${count === "" ? kind : `${pad(kind, kinds)}  ${count}`}`.trimEnd();
  });
  const narrow = Number.isFinite(screen.width) ? Math.floor(screen.width / 2) : LEFT_LIMIT;
  const limit = Math.min(LEFT_LIMIT, narrow);
  const left = Math.max(0, ...lefts.map(columns).filter((width) => width <= limit)) + 2;

  const lines = drawHead(tree, left + 3, screen);
  branches.forEach((branch, index) => {
    const last = index === branches.length - 1;
    lines.push(...drawBranch(branch, lefts[index] ?? "", left, last, screen));
  });
  return lines.join("\n");
}

function drawHead(tree: Tree, column: number, screen: Screen): string[] {
  const title = `${tree.name}  ${tree.service}`;
  const styled = `${screen.bold(tree.name)}  ${tree.service}`;
  const whole = `${tree.size}   ${tree.price}`;
  const start = Math.max(column, columns(title) + 2);
  if (start + columns(whole) <= screen.width) return [styled + " ".repeat(start - columns(title)) + whole];
  const bar = screen.dim(tree.branches.length > 0 ? "│" : " ");
  return [`${styled}  ${tree.price}`, ...wrap(tree.size, screen.width - 3).map((text) => `${bar}  ${text}`)];
}

function drawBranch(branch: Branch, left: string, width: number, last: boolean, screen: Screen): string[] {
  const room = Math.max(16, screen.width - width - 3);
  const texts = branch.lines.flatMap(({ text, long }) => (long === "cut" ? [cut(text, room)] : wrap(text, room)));
  const under = `${screen.dim(last ? " " : "│")}  `;
  const first = `${screen.dim(last ? "└─" : "├─")} `;
  // a left part that is too long stands alone
  const beside = columns(left) <= width - 2 ? (texts.shift() ?? "") : "";
  const rest = texts.map((text) => under + " ".repeat(width) + text);
  return [(first + pad(left, width) + beside).trimEnd(), ...rest];
}
