"""The files of the model that a rank loads, as far as ranks compare them."""
import hashlib
import os

from group_command import value


def digest(text):
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:16]


def snapshot(model, revision, environ):
    """The folder of a model of the Hub in its cache. A branch or tag is a file that names the commit."""
    home = environ.get("HF_HOME") or os.path.join(os.path.expanduser("~"), ".cache", "huggingface")
    cache = environ.get("HF_HUB_CACHE") or os.path.join(home, "hub")
    folder = os.path.join(cache, "models--" + model.replace("/", "--"))
    try:
        with open(os.path.join(folder, "refs", revision)) as file:
            revision = file.read().strip()
    except OSError:
        pass  # a commit
    return os.path.join(folder, "snapshots", revision)


def folder_of(command, environ, running):
    """The model's folder; None where there is none, or an engine that has not started may add to it."""
    model = value(command, "--model") or "".join(command[2:3])
    if os.path.isdir(model):
        return model
    if not running and environ.get("HF_HUB_OFFLINE") not in ("1", "true", "True", "TRUE", "ON", "YES"):
        return None
    folder = snapshot(model, value(command, "--revision") or "main", environ)
    return folder if os.path.isdir(folder) else None


def size(path):
    """Of a file, or None where a link leads nowhere."""
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def model_files(command, environ, running=False):
    """Names and sizes in the model's folder, or None where that is not known: a hash of the contents would read it all."""
    folder = folder_of(command, environ, running)
    if folder is None:
        return None
    found = []
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (os.path.join(root, name) for name in sorted(files) if not name.startswith("."))
        found += [(os.path.relpath(path, folder), size(path)) for path in paths]
    missing = sum(bytes is None for _, bytes in found)
    total = sum(bytes or 0 for _, bytes in found)
    return f"{len(found)} files of {total} bytes{f', of which {missing} cannot be read' if missing else ''} ({digest(repr(found))})"
