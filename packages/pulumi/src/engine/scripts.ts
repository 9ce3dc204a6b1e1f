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

/** Raises the limit of open files as far as the container allows, then becomes the engine. */
export const engineShell = `ulimit -n 1048576 2>/dev/null || ulimit -n "$(ulimit -H -n)" || echo "open files stay at $(ulimit -n)" >&2; exec "$@"`;

/** What an engine pod mounts, by file name. */
export const engineScripts = { "startup.py": startupScript, "fetch.py": fetchScript };
