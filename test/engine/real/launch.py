"""`aphrodite …` on a CPU. `serve` and `run` keep what they are given, but for:
the model becomes the tests' tiny one (the mixture of experts where the name says so) and keeps its name for clients;
bfloat16, eager; what belongs to the named model (its tokenizer, revisions, format) is left out; NIXL keeps its buffers in memory.
Variables, each only if it is not set: 1 GiB of KV space (SONAR_CPU_KV_GIB), one thread, loopback and TCP for transfers, no downloads."""

import json
import os
import re
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OF_THE_MODEL = {"model", "tokenizer", "revision", "tokenizer-revision", "code-revision", "download-dir", "load-format", "dtype"}


def environment():
    defaults = {
        "APHRODITE_CPU_KVCACHE_SPACE": os.environ.get("SONAR_CPU_KV_GIB", "1"),
        "APHRODITE_CPU_OMP_THREADS_BIND": "nobind",
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "UCX_TLS": "tcp,self",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    os.environ["APHRODITE_TARGET_DEVICE"] = "cpu"


def in_memory(text):
    """A transfer configuration whose NIXL connectors use memory; text that is no JSON object stays, for the engine to refuse."""
    try:
        config = json.loads(text)
        inner = (config.get("kv_connector_extra_config") or {}).get("connectors", [])
        for connector in [config, *inner]:
            if str(connector.get("kv_connector", "")).startswith("Nixl"):
                connector["kv_buffer_device"] = "cpu"
        return json.dumps(config)
    except (ValueError, AttributeError):
        return text


def served(words):
    """The words after `serve`, for the tiny model."""
    kept, model, names = [], None, False
    position = 0
    while position < len(words):
        word = words[position]
        position += 1
        if len(kept) == 0 and model is None and not word.startswith("-"):
            model = word
            continue
        name, equals, value = word.partition("=")
        flag = name[2:].replace("_", "-") if name.startswith("--") else ""
        names = names or flag == "served-model-name"
        if flag in OF_THE_MODEL or flag == "kv-transfer-config":
            if not equals and position < len(words):
                value = words[position]
                position += 1
            if flag == "model":
                model = value
            if flag == "kv-transfer-config":
                kept += [name, in_memory(value)]
        else:
            kept.append(word)
    if not names:
        kept += ["--served-model-name", model or "model"]
    experts = re.search(r"moe|mixtral|deepseek|-A\d+B", model or "", re.I)
    folder = os.path.join(HOME, "model-moe" if experts else "model")
    return ["serve", folder, "--dtype", "bfloat16", "--enforce-eager", *kept]


if __name__ == "__main__":
    environment()
    words = sys.argv[1:]
    if words[:1] in (["serve"], ["run"]):
        words = served(words[1:])
    python = os.path.join(HOME, "v", "bin", "python")
    os.execv(python, [python, "-m", "aphrodite.entrypoints.cli.main", *words])
