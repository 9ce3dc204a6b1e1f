import type { Fields } from "./fields";
import type { Hold, Live } from "./live";

/** Inputs, outputs or parameters by name. */
export type Values = Record<string, unknown>;

/** Services whose API the double speaks, as botocore names them. */
export type Service = "ec2" | "eks" | "iam" | "efs" | "fsx" | "s3" | "secretsmanager" | "elbv2" | "wafv2";

/** One request of AWS's API. */
export interface Call {
  service: Service;
  operation: string;
  params: Values;
}

/** A resource as it stands in the stack's state. */
export interface Made {
  id: string;
  inputs: Values;
  outputs: Values;
}

/** Inputs that AWS changes in place, together. */
export interface Update {
  inputs: string[];
  calls: (now: Made, before: Made) => Call[];
  /** Outputs that change with it, from the answers of `calls`. */
  outputs?: (answers: Values[]) => Values;
}

/**
 * What AWS does with one resource type of @pulumi/aws. Each input that the double knows stands in `create.fields` and in exactly one of
 * `fixed`, `updates` and `provider`; any other input is an error.
 */
export interface Definition {
  /** Pulumi's token. */
  type: string;
  /** Input that the provider fills in where it is missing, and its longest value. */
  autoname?: { input: string; prefix?: string; max: number };
  create: {
    service: Service;
    operation: string;
    fields: Fields;
    /** The rendered parameters as the request has them. */
    shape?: (params: Values, inputs: Values) => Values;
  };
  /** Id and outputs from the answer to the create request. */
  result: (answer: Values, inputs: Values) => { id: string; outputs: Values };
  /** The part of AWS's answer that `result` reads, where nothing is created: in checks without moto, and for what moto does not have. */
  answer: (inputs: Values) => Values;
  /** Requests after creation, for inputs that the create request does not take. */
  after?: (made: Made) => Call[];
  /** Inputs whose change means a new resource, for AWS has no request that changes them; also a field of one, as `launchTemplate.id`. */
  fixed: string[];
  /** Inputs whose change in one direction means a new resource. */
  fixedWhen?: (now: Values, before: Values) => string[];
  updates: Update[];
  /** Lists whose order means nothing to AWS. */
  unordered?: string[];
  /** Inputs that only the provider reads, at the next deletion or update. */
  provider?: string[];
  read?: (made: Made) => Call;
  /** Whether the answer to `read` says that the resource is gone, where AWS has no error for it. */
  isGone?: (answer: Values) => boolean;
  remove: (made: Made) => Call[];
  /** Resources that must be there before and, where they say so, stay until after. */
  holds?: (inputs: Values, live: Live) => Hold[];
  /** Facts from AWS's documentation that no service model states: what is wrong with the inputs. */
  rules?: (inputs: Values, live: Live) => string[];
  /** What AWS refuses of a change in place. */
  changeRules?: (now: Values, before: Values) => string[];
  /** What AWS would refuse, or what would be left behind, when the resource goes now. */
  beforeRemoval?: (made: Made, live: Live) => string[];
}
