"""Takes an engine's command line and does what a test asks for in FAKE: {"exit": [seconds, code], "drain": seconds, "load": seconds, "crash": seconds}."""
import http.server
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

fake = json.loads(os.environ.get("FAKE", "{}"))
headless = "--headless" in sys.argv


class Server(http.server.HTTPServer):
    allow_reuse_port = True  # all ranks share this machine


class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def stop(*_):
    if time.monotonic() - born < fake.get("load", 0):
        return  # swallowed, as by the engine while it loads
    print("engine drains", flush=True)
    time.sleep(fake.get("drain", 0))
    print("engine ends", flush=True)
    os._exit(0)


born = time.monotonic()
signal.signal(signal.SIGTERM, stop)
# a worker, in a session of its own and deaf to SIGTERM
worker = subprocess.Popen(["sh", "-c", "trap '' TERM; sleep 600 & wait"], start_new_session=True)
variables = {name: os.environ.get(name) for name in ("SONAR_GROUP_ID", "NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME")}
print("engine " + json.dumps({"pid": os.getpid(), "worker": worker.pid, "argv": sys.argv[1:], **variables}), flush=True)
if "crash" in fake:
    time.sleep(fake["crash"])
    os._exit(1)
if not headless:
    time.sleep(fake.get("load", 0))
    port = int(sys.argv[sys.argv.index("--port") + 1])
    store = socket.create_server(("127.0.0.1", int(sys.argv[sys.argv.index("--master-port") + 1])), reuse_port=True)
    threading.Thread(target=Server(("127.0.0.1", port), Health).serve_forever, daemon=True).start()
    print("engine serves", flush=True)
seconds, code = fake.get("exit", [600, 0])
time.sleep(seconds)
os._exit(code)
