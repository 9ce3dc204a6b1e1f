/** A policy document as IAM takes it: text. */
export const document = (policy: unknown) => (typeof policy === "string" ? policy : JSON.stringify(policy));

/** What IAM says against a document; moto only parses some of them. */
export function policyProblems(input: string, policy: unknown, needed: string[], forbidden: string[]): string[] {
  let parsed: { Statement?: unknown };
  try {
    parsed = JSON.parse(document(policy)) as { Statement?: unknown };
  } catch {
    return [`${input}: not JSON`];
  }
  const statements = [parsed.Statement ?? []].flat() as Record<string, unknown>[];
  if (statements.length === 0) return [`${input}: no Statement`];
  return statements.flatMap((statement, index) => {
    const where = `${input}.Statement[${index}]`;
    return [
      ...(["Allow", "Deny"].includes(String(statement.Effect)) ? [] : [`${where}.Effect: neither Allow nor Deny`]),
      ...["Action", ...needed].filter((name) => !hasOrNot(statement, name)).map((name) => `${where}: no ${name}`),
      ...forbidden.filter((name) => hasOrNot(statement, name)).map((name) => `${where}: ${name} has no place here`),
    ];
  });
}

const hasOrNot = (statement: Record<string, unknown>, name: string) => name in statement || `Not${name}` in statement;
