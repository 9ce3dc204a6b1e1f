import type { Topic } from "../row";
import { answers } from "./answers";
import { cancellation } from "./cancellation";
import { decodeFailures } from "./decodeFailures";
import { keys } from "./keys";
import { lease } from "./lease";
import { lifecycle } from "./lifecycle";
import { load } from "./load";
import { pairs } from "./pairs";
import { prefillFailures } from "./prefillFailures";
import { requests } from "./requests";

/** All rows, by topic. */
export const topics: readonly Topic[] = [
  answers,
  requests,
  keys,
  pairs,
  prefillFailures,
  decodeFailures,
  lease,
  cancellation,
  load,
  lifecycle,
];
