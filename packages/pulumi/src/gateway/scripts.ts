/** Hashes the clients' keys, so that HAProxy never sees one; a file name is a client's name. */
export const keysScript = `set -eu
umask 077
: > /run/sonar/clients.map.part
for file in /etc/sonar-keys/*; do
  [ -s "$file" ] || { echo "the key of client $(basename "$file") is empty" >&2; exit 1; }
  key=$(cat "$file")
  hash=$(printf %s "$key" | sha256sum | cut -c1-64 | tr a-f A-F)
  printf '%s %s\\n' "$hash" "$(basename "$file")" >> /run/sonar/clients.map.part
done
mv /run/sonar/clients.map.part /run/sonar/clients.map
echo "$(wc -l < /run/sonar/clients.map) client keys"
`;

/** Runs HAProxy and turns the pod's SIGTERM into HAProxy's soft stop, whatever stop signal the image names. */
export const runScript = `set -eu
haproxy -db -f /etc/sonar/haproxy.cfg &
pid=$!
trap 'kill -USR1 "$pid" 2>/dev/null || true' TERM USR1 INT
status=0
# a trapped signal ends wait early: wait again until HAProxy is gone
while kill -0 "$pid" 2>/dev/null; do wait "$pid" && status=0 || status=$?; done
exit "$status"
`;
