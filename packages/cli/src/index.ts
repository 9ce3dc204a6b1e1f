export { type Explained, type Found, findExplanations } from "./explain/find";
export { makeReport, type Report, type ReportedResource, type ReportTotals } from "./preview/report";
export { type Run, type RunOptions, runProgram } from "./program";
export type { Finding, RecordedOptions, RecordedResource, Recording } from "./recorder";
