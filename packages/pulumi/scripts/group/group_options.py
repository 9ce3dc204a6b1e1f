"""Arguments of the supervisor. What LeaderWorkerSet tells each pod is the default, so that all pods of a template have one command."""
import argparse
import os


def split(arguments):
    """What is before the first --, and what is after it."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def group_options(arguments, environ=os.environ):
    parser = argparse.ArgumentParser(
        prog="supervisor.py",
        description="Starts this pod's rank together with the others of its group, and ends it with them.",
        epilog="After --: the engine's command.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--size", type=int, default=environ.get("LWS_GROUP_SIZE"), help="pods of the group; else LWS_GROUP_SIZE")
    add("--rank", type=int, default=environ.get("LWS_WORKER_INDEX"), help="this pod's, from 0; else LWS_WORKER_INDEX")
    add("--leader", default=environ.get("LWS_LEADER_ADDRESS"), help="host of rank 0; else LWS_LEADER_ADDRESS")
    add("--port", type=int, default=29500, help="where rank 0's supervisor listens")
    add("--start-seconds", type=float, default=600, help="how long rank 0 waits for all others, and they for it")
    add("--lost-seconds", type=float, default=15, help="silence after which a rank is lost, or its stopped engine hung")
    add("--notice-seconds", type=float, default=0, help="how long rank 0 serves on when only another is told to stop")
    add("--pause-seconds", type=float, default=0, help="how long a rank of a group that has never served keeps its pod and its log when it fails")
    add("--image", default="", help="image of the pod, compared between ranks")
    own, command = split(arguments)
    options = parser.parse_args(own, argparse.Namespace(command=command))
    if not command:
        parser.error("no command: the engine's follows after --")
    for name, variable in (("size", "LWS_GROUP_SIZE"), ("rank", "LWS_WORKER_INDEX"), ("leader", "LWS_LEADER_ADDRESS")):
        if getattr(options, name) is None:
            parser.error(f"no {name}: pass --{name} or set {variable}, which LeaderWorkerSet does")
    if not 0 <= options.rank < options.size:
        parser.error(f"rank {options.rank} is not between 0 and {options.size - 1}: a group of {options.size} has no such pod")
    return options
