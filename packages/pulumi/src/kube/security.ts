/** What a container may do: nothing beyond its user. */
export const containerSecurity = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
};

/** A pod that runs as one ordinary user, who owns its volumes. */
export const podSecurity = (user: number) => ({
  runAsNonRoot: user !== 0,
  runAsUser: user,
  runAsGroup: user,
  fsGroup: user,
  // a large volume's files are not touched again at each start
  fsGroupChangePolicy: "OnRootMismatch",
  seccompProfile: { type: "RuntimeDefault" },
});
