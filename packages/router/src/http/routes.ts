import type { RouterConfig } from "../config/config";

/** A line of the path table. */
export type Route = RouterConfig["paths"][number];

/** Finds the line of a method and a path; `{name}` in a path of the table stands for one segment. */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Route | undefined {
  const exact = new Map<string, Route>();
  const patterns: { method: string; pattern: RegExp; route: Route }[] = [];
  for (const route of routes) {
    for (const method of route.methods) {
      if (!route.path.includes("{")) exact.set(`${method} ${route.path}`, route);
      else patterns.push({ method, pattern: patternOf(route.path), route });
    }
  }
  return (method, path) =>
    exact.get(`${method} ${path}`) ?? patterns.find((one) => one.method === method && one.pattern.test(path))?.route;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // no percent signs: an encoded slash must not become another path behind
  return new RegExp(`^${parts.join("[A-Za-z0-9._~:-]+")}$`);
}
