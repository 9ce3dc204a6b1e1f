import "./nodes";
import "./storage";
import "./traffic";

export { secretArn } from "./secrets";
