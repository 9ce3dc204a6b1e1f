import type { ValkeyPlan } from "@sonar-iac/topology";

/** Where files are in the pod. */
export const paths = { config: "/etc/valkey", tls: "/etc/valkey-tls", users: "/run/valkey/users.acl" } as const;

/** valkey.conf: no user but ours, no disk, and TLS alone where there is a certificate. */
export function valkeyConfig({ directives, port, tls }: ValkeyPlan): string {
  const lines = {
    ...directives,
    port: tls ? "0" : String(port),
    ...(tls && {
      "tls-port": String(port),
      "tls-cert-file": `${paths.tls}/tls.crt`,
      "tls-key-file": `${paths.tls}/tls.key`,
      "tls-ca-cert-file": `${paths.tls}/ca.crt`,
      // clients show who they are by their password
      "tls-auth-clients": "no",
    }),
    aclfile: paths.users,
    // addresses are the pod's business; strangers are the NetworkPolicy's and the password's
    bind: "* -::*",
    "protected-mode": "no",
    dir: "/tmp",
  };
  return `${Object.entries(lines)
    .map(([name, value]) => `${name} ${value}`)
    .join("\n")}\n`;
}

/** Writes the users, of whom the default one is off, and becomes the server. The password is hashed before it is a file. */
export const valkeyRun = `set -eu
hash=$(printf %s "$VALKEY_PASSWORD" | sha256sum | cut -d' ' -f1)
umask 077
printf 'user default off\\nuser %s on #%s ~* &* +@all -@dangerous +info +ping\\n' "$VALKEY_USER" "$hash" > ${paths.users}
unset VALKEY_PASSWORD hash
exec valkey-server ${paths.config}/valkey.conf
`;

/** Asks the server as its user, so that one that is frozen does not answer. The password is read from the environment. */
export const valkeyAsk = `[ "$(REDISCLI_AUTH="$VALKEY_PASSWORD" VALKEYCLI_AUTH="$VALKEY_PASSWORD" valkey-cli "$@" --user "$VALKEY_USER" ping)" = PONG ]
`;
