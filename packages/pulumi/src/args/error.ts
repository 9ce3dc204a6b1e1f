import * as pulumi from "@pulumi/pulumi";
import { type Problem, problemText } from "@sonar-iac/topology";

/** Arguments that no plan can be made of. Prints every problem, without a stack, in `pulumi up` and through a provider. */
export class InvalidArgsError extends pulumi.InputPropertiesError {
  /** The runner hides the stack of whatever carries this brand. */
  readonly __pulumiRunError = true;
  readonly problems: readonly Problem[];

  constructor(service: string, name: string, problems: readonly Problem[]) {
    const message = problemText(service, name, problems);
    super({ message, errors: problems.map(({ path, message: reason }) => ({ propertyPath: path, reason })) });
    this.name = "InvalidArgsError";
    this.problems = problems;
  }
}
