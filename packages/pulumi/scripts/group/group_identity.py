"""What all ranks must have alike: command, environment, image, engine build and model files."""
import re
from importlib import metadata
from itertools import zip_longest

from group_command import common, name_of
from group_model import digest, model_files

SHARED = re.compile(r"(APHRODITE|NCCL|GLOO|TORCH|PYTORCH|CUDA|UCX|FI|OMP|HF_HUB|TRITON)_")
# made for each pod, or secret
OWN = re.compile(r"APHRODITE_HOST_IP|.*_SIDE_CHANNEL_HOST|CUDA_VISIBLE_DEVICES|.*(KEY|TOKEN|SECRET|PASSWORD).*")


def engine_build():
    """The engine's version and a digest of its files: a tag that was moved gives nodes two builds of one version."""
    try:
        engine = metadata.distribution("aphrodite-engine")
        return f"{engine.version} ({digest(engine.read_text('RECORD') or '')})"
    except metadata.PackageNotFoundError:
        return "unknown"


def identity(command, image, environ, running=False):
    shared = {name: digest(text) for name, text in environ.items() if SHARED.match(name) and not OWN.fullmatch(name)}
    return {
        "command": common(command),
        "environment": shared,
        "image": image,
        "engine build": engine_build(),
        "model files": model_files(command, environ, running),
    }


def is_identity(other):
    return (
        isinstance(other, dict)
        and isinstance(other.get("command"), list)
        and all(isinstance(word, str) for word in other["command"])
        and isinstance(other.get("environment"), dict)
    )


def difference(leader, other):
    """How another rank differs from rank 0, with the way out; None if it does not."""
    if other["command"] != leader["command"]:
        return f"another command: {words(leader['command'], other['command'])}. Only --node-rank and --headless may differ"
    mine, theirs = leader["environment"], other["environment"]
    names = sorted(name for name in {*mine, *theirs} if mine.get(name) != theirs.get(name))
    if names:
        return f"another environment: {', '.join(names)} differ from rank 0's. Give all ranks the same values"
    for what in ("image", "engine build", "model files"):
        # files that one of them does not know are no difference: it may fetch them yet
        if other.get(what) != leader[what] and not (what == "model files" and None in (other.get(what), leader[what])):
            return f"another {what}: {other.get(what)}, rank 0 has {leader[what]}. Give all ranks the same"
    return None


def compared(leader, other):
    """What of two ranks could be compared, for a sentence that says that it is the same."""
    unknown = ("unknown", None)
    builds = [what for what in ("engine build", "model files") if leader.get(what) not in unknown and other.get(what) not in unknown]
    return ", ".join(["command", "environment", "image", *builds])


def words(mine, theirs):
    """The first words that differ, after the option that they belong to."""
    before = ""
    for one, two in zip_longest(mine, theirs):
        if one != two:
            said = [f'"{word}"' if word is not None else "nothing more" for word in (two, one)]
            return f"{before}{said[0]}, where rank 0 has {said[1]}"
        before = f"{name_of(one)} " if one.startswith("-") else ""
    return "the same words"
