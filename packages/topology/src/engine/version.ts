/** Release of the engine that the tables in `./tables` describe. Flags, variables, metrics and routes of another release may differ. */
export const engineVersion = "0.24.1";
