/** Where things are inside an engine pod. */
export const paths = {
  /** The model cache; HF_HOME. */
  models: "/models",
  /** The compile cache, one writer. */
  cache: "/cache",
  /** Scripts that the library mounts. */
  scripts: "/etc/sonar",
} as const;

/** Port of the engine's API: its own default. */
export const httpPort = 2242;
