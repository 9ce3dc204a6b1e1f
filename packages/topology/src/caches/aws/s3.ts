import { isS3 } from "../../model";
import type { Problem, StoragePlan } from "../../plan";
import type { S3Spec } from "./args";
import type { CacheContext, WeightsPart } from "./context";

/** What a start may count on from S3 with the loader's own settings; a fast network gives several times as much. */
const streamMiBps = 500;

/** Weights that engines stream from S3. */
export function planS3(spec: S3Spec, { model, notes }: CacheContext): WeightsPart {
  const { why, problems, warnings } = notes;
  const names = [...bucketProblems(spec.bucket), ...prefixProblems(spec.prefix)];
  const prefix = folder(spec.prefix);
  problems.push(...(names.length > 0 ? names : sourceProblems(model.source, `s3://${spec.bucket}/${prefix}`)));
  if (model.revision !== undefined && isS3(model.source)) {
    problems.push({
      path: "/model.revision",
      message: "has no effect on a model in S3. Leave it out; keep each revision in a folder of its own.",
    });
  }
  warnings.push({
    path: "",
    message:
      "the engine's image must have its extra [runai], which the plain package lacks: without it the engine stops at --load-format runai_streamer.",
  });
  const storage: StoragePlan = {
    kind: "s3",
    readWriteMany: false,
    rename: false,
    locks: false,
    throughputMiBps: why.because(
      "storage.throughputMiBps",
      spec.throughputMiBps ?? streamMiBps,
      spec.throughputMiBps !== undefined ? "as given" : "what any node streams from S3",
      "throughputMiBps",
    ),
    bucket: spec.bucket,
    prefix,
    identity: spec.identity ?? "pod-identity",
  };
  return { kind: "streamed", storage, accessMode: null, sizeGiB: null };
}

/** A prefix with a slash at its end, so that "a" does not let engines read "ab". */
const folder = (prefix: string | undefined) => (prefix ? `${prefix.replace(/\/+$/, "")}/` : "");

function sourceProblems(source: string, allowed: string): Problem[] {
  if (!isS3(source)) {
    return [
      {
        path: "/model.source",
        value: source,
        message: `"${source}" is not in S3, and engines stream from there. Write "${allowed}…", or use another kind of cache.`,
      },
    ];
  }
  // a bucket is no model: its folder has at least one character
  if (source.startsWith(allowed) || `${source}/` === allowed) return [];
  return [
    {
      path: "/model.source",
      value: source,
      message: `"${source}" is outside of ${allowed}, which is all that engines may read. Change the bucket or prefix, or the source.`,
    },
  ];
}

function prefixProblems(prefix: string | undefined): Problem[] {
  if (prefix === undefined || (/^[^/*?]/.test(prefix) && !/[*?]/.test(prefix))) return [];
  return [
    {
      path: "prefix",
      value: prefix,
      message: 'must be a folder of the bucket, without a slash at its beginning, "*" or "?". For example "models/".',
    },
  ];
}

/** Rules for names of buckets, each with what it says. Source: S3 user guide, general purpose bucket naming rules. */
const rules: [RegExp, string][] = [
  [/^.{3,63}$/, "has 3 to 63 characters"],
  [/^[a-z0-9.-]*$/, 'has lower-case letters, digits, "-" and "." only'],
  [/^[^.-](.*[^.-])?$/, "begins and ends with a letter or a digit"],
  [/^(?!.*\.\.)/, "has no two dots in a row"],
  [/^(?!\d+\.\d+\.\d+\.\d+$)/, "is no IP address"],
  [/^(?!xn--|sthree-|amzn-s3-demo-)/, 'does not begin with "xn--", "sthree-" or "amzn-s3-demo-"'],
  [
    /^(?!.*(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$)/,
    'does not end with "-s3alias", "--ol-s3", ".mrap", "--x-s3" or "--table-s3"',
  ],
];

/** What S3 refuses in a bucket's name. */
export function bucketProblems(bucket: string, path = "bucket"): Problem[] {
  const broken = rules.filter(([pattern]) => !pattern.test(bucket)).map(([, rule]) => rule);
  if (broken.length === 0) return [];
  return [
    {
      path,
      value: bucket,
      message: `"${bucket}" is no bucket: a bucket's name ${broken.join(", and ")}. Give the name alone, without s3:// or a folder.`,
    },
  ];
}
