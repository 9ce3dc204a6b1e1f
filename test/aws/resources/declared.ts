import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { Fields } from "../double/fields";

/** The inputs of a type as @pulumi/aws declares them. */
export interface Declared {
  names: string[];
  /** Paths of the double's inputs that are not declared. */
  unknown: (fields: Fields) => string[];
}

const home = dirname(require.resolve("@pulumi/aws/package.json"));
const parse = (file: string) =>
  ts.createSourceFile(file, readFileSync(join(home, file), "utf8"), ts.ScriptTarget.Latest);

/** Interfaces of nested inputs by `module.Name`; the file has 6 MB and is read once. */
let nested: Map<string, ts.InterfaceDeclaration> | undefined;
function nestedInterfaces(): Map<string, ts.InterfaceDeclaration> {
  if (nested) return nested;
  nested = new Map();
  const visit = (node: ts.Node, path: string[]): void => {
    if (ts.isModuleDeclaration(node) && node.body && ts.isModuleBlock(node.body))
      for (const one of node.body.statements) visit(one, [...path, node.name.text]);
    else if (ts.isInterfaceDeclaration(node)) nested?.set([...path, node.name.text].join("."), node);
  };
  for (const statement of parse("types/input.d.ts").statements) visit(statement, []);
  return nested;
}

const members = (node: ts.InterfaceDeclaration): Map<string, ts.TypeNode> =>
  new Map(
    node.members
      .filter(ts.isPropertySignature)
      .flatMap((one) => (one.type && ts.isIdentifier(one.name) ? [[one.name.text, one.type]] : [])),
  );

/** The interface `inputs.module.Name` that a type is made of, if any. */
function interfaceIn(type: ts.Node): ts.InterfaceDeclaration | undefined {
  if (ts.isQualifiedName(type)) {
    const [first, ...rest] = textOf(type);
    if (first === "inputs") return nestedInterfaces().get(rest.join("."));
  }
  return ts.forEachChild(type, interfaceIn);
}

const textOf = (name: ts.EntityName): string[] =>
  ts.isIdentifier(name) ? [name.text] : [...textOf(name.left), name.right.text];

function unknown(fields: Fields, declared: Map<string, ts.TypeNode>, where = ""): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const type = declared.get(name);
    if (type === undefined) return [`${where}${name}`];
    const inner = typeof field === "string" ? undefined : (field.fields ?? field.each);
    if (inner === undefined) return [];
    const declaration = interfaceIn(type);
    return declaration ? unknown(inner, members(declaration), `${where}${name}.`) : [`${where}${name} (no object)`];
  });
}

/** @param type Pulumi's token, whose middle names the declaration's file */
export function declaredInputs(type: string): Declared {
  const [, file, name] = type.split(":") as [string, string, string];
  const declaration = parse(`${file}.d.ts`).statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === `${name}Args`,
  );
  if (!declaration) throw new Error(`@pulumi/aws declares no ${name}Args in ${file}.d.ts.`);
  const inputs = members(declaration);
  return { names: [...inputs.keys()], unknown: (fields) => unknown(fields, inputs) };
}
