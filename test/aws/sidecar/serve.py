"""Answers the tests over loopback HTTP, one JSON object for one. Prints its port; ends when its standard input does.

POST /check {service, operation, params}   -> {problems}
POST /call  {service, operation, params}   -> {result} or {error: {code, message}}
POST /live  {entry} or {remove: key} or {} -> {entries}: what the double has made, across its processes
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# moto reads this when it is imported: AWS's own managed policies exist, and no others
os.environ["MOTO_IAM_LOAD_MANAGED_POLICIES"] = "true"

from aws import Aws  # noqa: E402

aws = Aws("us-west-2")
entries = {}
lock = threading.Lock()


def live(request):
    if "entry" in request:
        entries[request["entry"]["key"]] = request["entry"]
    if "remove" in request:
        entries.pop(request["remove"], None)
    return {"entries": list(entries.values())}


routes = {
    "/check": lambda request: {"problems": aws.problems(**request)},
    "/call": lambda request: aws.call(**request),
    "/live": live,
}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            with lock:
                status, answer = 200, routes[self.path](request)
        except Exception as error:  # the test shows it: a fault of the double, not of the program under test
            status, answer = 500, {"fault": f"{type(error).__name__}: {error}"}
        body = json.dumps(answer, default=str).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
