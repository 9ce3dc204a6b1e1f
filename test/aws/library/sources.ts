import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import ts from "typescript";

const repository = resolve(__dirname, "../../..");
const library = join(repository, "packages/pulumi/src");
const load = createRequire(__filename);

/** Where a source makes a resource of AWS. */
export interface Use {
  /** Pulumi's token. */
  type: string;
  file: string;
}

/** Every type of @pulumi/aws that a source of the library makes. */
export const usedTypes = (): Use[] =>
  readdirSync(library, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .flatMap((name) => {
      const file = relative(repository, join(library, name));
      return typesIn(file, readFileSync(join(library, name), "utf8")).map((type) => ({ type, file }));
    });

/**
 * Tokens of the resource classes of @pulumi/aws that a source names as values, be it to make one, to extend it or to hand it on.
 *
 * @throws Error where a source uses a module of @pulumi/aws so that this cannot be seen.
 */
export function typesIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const modules = imports(source);
  const types = new Set<string>();
  const visit = (node: ts.Node): void => {
    // what is imported and what is a type makes nothing
    if (ts.isImportDeclaration(node) || (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node))) return;
    if (ts.isStringLiteral(node) && isAws(node.text))
      throw new Error(`${file} loads ${node.text} in another way than by import; import it.`);
    const path = ts.isExpression(node) ? pathOf(node) : undefined;
    const value = path && modules.get(path[0] as string);
    if (!path || value === undefined) {
      ts.forEachChild(node, visit);
      return;
    }
    const found = path.slice(1).reduce<unknown>((inner, name) => (inner as Fields | undefined)?.[name], value);
    const type = (found as { __pulumiType?: unknown } | undefined)?.__pulumiType;
    if (typeof type === "string") types.add(type);
    if (typeof found === "object" && found !== null)
      throw new Error(`${file} uses ${path.join(".")} of @pulumi/aws as a whole; write ${path.join(".")}.Type there.`);
  };
  visit(source);
  return [...types];
}

type Fields = Record<string, unknown>;

const isAws = (module: string) => /^@pulumi\/aws(\/|$)/.test(module);

/** What is imported of @pulumi/aws, by its name in the source; types are undefined. */
function imports(source: ts.SourceFile): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause: clause, moduleSpecifier } = statement;
    if (!isAws(moduleSpecifier.text) || !clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) continue;
    const module = load(moduleSpecifier.text) as Fields;
    if (clause.name) all.set(clause.name.text, module);
    const { namedBindings } = clause;
    if (namedBindings && ts.isNamespaceImport(namedBindings)) all.set(namedBindings.name.text, module);
    else if (namedBindings)
      for (const { isTypeOnly, name, propertyName } of namedBindings.elements)
        if (!isTypeOnly) all.set(name.text, module[(propertyName ?? name).text]);
  }
  return all;
}

/** `ec2.LaunchTemplate` as its parts. */
function pathOf(node: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(node)) return isOwnName(node) ? undefined : [node.text];
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const start = pathOf(node.expression);
  return start && [...start, node.name.text];
}

/** Whether an identifier names something of its own, as in `{ eks: 1 }` and `it.eks`. */
const isOwnName = (node: ts.Identifier) =>
  "name" in node.parent && node.parent.name === node && !ts.isShorthandPropertyAssignment(node.parent);
