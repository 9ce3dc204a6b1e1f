import "./nodes";
import "./objects";
import "./storage";
import "./traffic";

export { secretArn } from "./secrets";
