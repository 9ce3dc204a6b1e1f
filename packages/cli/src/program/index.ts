export { InvalidProgramError } from "./problems";
export { type Run, type RunOptions, runProgram } from "./run";
