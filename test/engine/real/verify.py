"""Whether an installation can run. Arguments: its folder, the engine's version. Exits non-zero, with the reason, if not."""

import importlib.metadata
import os
import sys

os.environ["APHRODITE_TARGET_DEVICE"] = "cpu"
home, version = sys.argv[1:3]

found = importlib.metadata.version("aphrodite-engine")
if found != version:
    sys.exit(f"aphrodite-engine is {found}, not {version}")

import sonar_cpu_patch  # noqa: E402
import torch  # noqa: E402
from aphrodite.platforms import current_platform  # noqa: E402

if not any(isinstance(finder, sonar_cpu_patch.Finder) for finder in sys.meta_path):
    sys.exit("the patches are not in force")
if not current_platform.is_cpu():
    sys.exit(f"the engine takes this machine for {current_platform.device_name}")
current_platform.import_kernels()
if not hasattr(torch.ops._C, "compute_slot_mapping_kernel_impl"):
    sys.exit("the CPU kernels are not loaded")

from transformers import AutoTokenizer  # noqa: E402

for name in ("model", "model-moe"):
    tokens = AutoTokenizer.from_pretrained(os.path.join(home, name)).encode("byte")
    if len(tokens) != 4:
        sys.exit(f"the tokenizer of {name} makes {len(tokens)} tokens of 4 bytes")
    if not os.path.exists(os.path.join(home, name, "model.safetensors")):
        sys.exit(f"{name} has no weights")
import nixl  # noqa: E402,F401

print(f"aphrodite-engine {found} runs on this CPU")
