const binary: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 };
const decimal: Record<string, number> = { m: 1e-3, "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };

/** A quantity of Kubernetes as a number: `8Gi`, `500m`, `2`; undefined where it is none. */
export function quantity(text: string | undefined): number | undefined {
  const [, number, unit = ""] = /^([0-9.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text?.trim() ?? "") ?? [];
  const factor = binary[unit] ?? decimal[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
