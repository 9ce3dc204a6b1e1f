import { fetchScript } from "../caches/fetchScript";

// Python is there wherever the engine is

/** Succeeds once the engine is healthy and has answered one short request: nothing of a start is left for the first client. */
export const startupScript = `"""Startup probe: arguments are port, model name and whether to send the warm-up request."""
import json, os, sys, urllib.request

port, model, warm = sys.argv[1:4]
# a proxy in the environment is not for the pod itself
http = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(path, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body and json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("Authorization", "Bearer " + os.environ.get("APHRODITE_API_KEY", ""))
    with http.open(request, timeout=110) as answer:
        answer.read()


try:
    ask("/health")
    if warm == "true":
        ask("/v1/completions", {"model": model, "prompt": "Hello", "max_tokens": 1})
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
try:
    socket.create_connection(("127.0.0.1", port), timeout=5).close()
except ConnectionRefusedError:
    children = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                parent = int(stat.read().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(pid))
        except OSError:
            pass  # it has ended
    below = [engine]
    for process in below:
        below += children.get(process, [])
    for process in below[1:]:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    sys.exit(0)
except OSError:
    pass  # too busy to answer: it serves
time.sleep(seconds)
`;

/** Raises the limit of open files as far as the container allows, then becomes the engine. */
export const engineShell = `ulimit -n 1048576 2>/dev/null || ulimit -n "$(ulimit -H -n)" || echo "open files stay at $(ulimit -n)" >&2; exec "$@"`;

/** What an engine pod mounts, by file name. */
export const engineScripts = { "startup.py": startupScript, "stop.py": stopScript, "fetch.py": fetchScript };
