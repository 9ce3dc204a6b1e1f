import type { Format } from "ajv";
import { parseQuantity } from "./quantity";

const integer = (min: number, max: number): Format => ({
  type: "number",
  // a fraction is already refused as of the wrong type
  validate: (value: number) => !Number.isInteger(value) || (value >= min && value <= max),
});

const TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The formats that Kubernetes' own schemas use. A 64-bit integer must also be exact in a double. */
export const FORMATS: Record<string, Format> = {
  byte: /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  "date-time": TIME,
  double: { type: "number", validate: Number.isFinite },
  int32: integer(-(2 ** 31), 2 ** 31 - 1),
  int64: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  quantity: (value: string) => parseQuantity(value) !== undefined,
};

/** What each format wants, for error messages. */
export const FORMAT_MEANINGS: Record<string, string> = {
  byte: 'base64 (for a Secret, plain text goes into "stringData")',
  "date-time": "a time such as 2030-01-31T12:00:00Z",
  double: "a finite number",
  int32: "a whole number of 32 bits",
  int64: "a whole number of 53 bits",
  quantity: "a quantity such as 500m, 2, 16Gi or 1.5G",
};
