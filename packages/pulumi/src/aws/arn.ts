import { z } from "zod";
import { input } from "../args";

/** An ARN of a service, of whatever partition; one that is known later passes. */
export const arn = (service: string, example: string) =>
  input(
    z
      .string({ error: `must be an ARN. For example "${example}".` })
      .regex(new RegExp(`^arn:aws(-[a-z]+)*:${service}:`), {
        error: ({ input: found }) =>
          `must be an ARN of ${service}, but it is ${JSON.stringify(found)}. For example "${example}".`,
      }),
  );
