/** Hashes the clients' keys, so that HAProxy never sees one: arguments are the folder of keys (a file's name is a client's) and the map to write. */
export const keysScript = `set -eu
umask 077
keys=$1 map=$2
: > "$map.part"
for file in "$keys"/*; do
  key=$(cat "$file")
  [ -n "$key" ] || { echo "the key of client $(basename "$file") is empty" >&2; exit 1; }
  # HAProxy reads a bearer key up to a comma, and a blank ends it
  case "$key" in *[,[:space:]]*) echo "the key of client $(basename "$file") has a comma or a blank in it" >&2; exit 1 ;; esac
  hash=$(printf %s "$key" | sha256sum | cut -c1-64 | tr a-f A-F)
  printf '%s %s\\n' "$hash" "$(basename "$file")" >> "$map.part"
done
mv "$map.part" "$map"
echo "$(wc -l < "$map") client keys"
`;

/** Runs HAProxy on the configuration given and turns SIGTERM into its soft stop, whatever stop signal the image names. */
export const runScript = `set -eu
pid= stop=
# set before HAProxy starts: a signal in between would end the shell and leave HAProxy running
trap 'stop=1; [ -z "$pid" ] || kill -USR1 "$pid" 2>/dev/null || true' TERM USR1 INT
haproxy -db -f "$1" &
pid=$!
[ -z "$stop" ] || kill -USR1 "$pid"
# a trapped signal ends wait early, while HAProxy still runs: wait again
while :; do
  status=0
  wait "$pid" || status=$?
  kill -0 "$pid" 2>/dev/null || break
done
exit "$status"
`;
