import { fetchScript } from "../caches/fetchScript";

// Python is there wherever the engine is

/**
 * Succeeds once the engine is healthy and has answered one short request: nothing of a start is left for the first client. An engine that exchanges
 * KV caches also waits while its counterparts are all of another compatibility: in an update the first two of the new one then become ready together,
 * and the old ones are still pairs until then.
 */
export const startupScript = `"""Startup probe: arguments are port, model name, whether to send the warm-up request, and for one side of a pair the
DNS names of its ready counterparts, and of those that are compatible with it."""
import json, os, socket, sys, urllib.request

port, model, warm, *counterparts = sys.argv[1:]
# a proxy in the environment is not for pods
http = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(path, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body and json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("Authorization", "Bearer " + os.environ.get("APHRODITE_API_KEY", ""))
    with http.open(request, timeout=110) as answer:
        answer.read()


def addresses(name):
    try:
        return {found[4][0] for found in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)}
    except socket.gaierror as error:
        if error.errno in (socket.EAI_NONAME, socket.EAI_NODATA):
            return set()  # nobody has the name
        raise


def healthy(address):
    host = f"[{address}]" if ":" in address else address
    try:
        http.open(f"http://{host}:{port}/health", timeout=5).close()
        return True
    except OSError:
        return False


def alone(ready, compatible):
    """Whether others pair, and nobody could pair with this engine."""
    return bool(ready - compatible) and not any(map(healthy, compatible))


try:
    ask("/health")
    if warm == "true":
        ask("/v1/completions", {"model": model, "prompt": "Hello", "max_tokens": 1})
    if counterparts and alone(*map(addresses, counterparts)):
        sys.exit("started, but its counterparts are of another compatibility: it waits for one of its own")
except Exception as error:
    detail = error.read(500).decode(errors="replace") if hasattr(error, "read") else ""
    sys.exit(f"not started: {error} {detail}")
`;

/**
 * Before SIGTERM: an engine that serves goes on until the gateway has forgotten it. One that still loads has nothing to finish and would swallow
 * SIGTERM: without its core it ends at once.
 */
export const stopScript = `"""preStop: arguments are port, seconds to wait, and the engine's process (1 in its pod)."""
import os, signal, socket, sys, time

port, seconds, engine = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1


def loading():
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        pass  # too busy to answer: it serves
    return False


def below(process):
    children = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                parent = int(stat.read().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(pid))
        except OSError:
            pass  # it has ended
    found = [process]
    for one in found:
        found += children.get(one, [])
    return found[1:]


if not loading():
    time.sleep(seconds)
    sys.exit(0)
# it may not have a core yet
while os.path.exists(f"/proc/{engine}") and loading():
    for process in below(engine):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    time.sleep(0.5)
`;

const raiseLimit = `ulimit -n 1048576 2>/dev/null || ulimit -n "$(ulimit -H -n)" || echo "open files stay at $(ulimit -n)" >&2`;

/** Raises the limit of open files as far as the container allows, then becomes the engine. */
export const engineShell = `${raiseLimit}; exec "$@"`;

/**
 * The same for one rank of an engine, with the shell as process 1. A rank that has ended is started again, and deleted in the same second: process 1 never
 * hears of a signal that it has no handler for, as Python has none while it starts, and the pod would stay for its whole grace period.
 */
export const rankShell = `trap 'told=1; [ -z "$rank" ] || kill -TERM "$rank"' TERM
${raiseLimit}
"$@" & rank=$!
[ -z "$told" ] || kill -TERM "$rank"
while :; do wait "$rank"; code=$?; kill -0 "$rank" 2>/dev/null || exit "$code"; done`;

/** What an engine pod mounts, by file name. */
export const engineScripts = { "startup.py": startupScript, "stop.py": stopScript, "fetch.py": fetchScript };
