"""The engine's own verdict on command lines: its parser and its configuration checks, with a GPU pretended and without weights.

stdin: a JSON object a line, {"id": any, "argv": ["MODEL", "--flag", …], "env": {"NAME": "value"}, "moe": bool}, argv as after `aphrodite serve`.
stdout: a JSON object a line, {"id": …, "ok": true, "resolved": {…}} or {"id": …, "ok": false, "error": "…"}.
Argument: a folder for the two small configurations that take the place of MODEL, so that nothing is downloaded.
"""

import contextlib
import io
import json
import os
import sys

DENSE = {
    "architectures": ["Qwen3ForCausalLM"],
    "model_type": "qwen3",
    "hidden_size": 2048,
    "intermediate_size": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "num_hidden_layers": 36,
    "head_dim": 64,
    "vocab_size": 1024,
    "max_position_embeddings": 40960,
    "rms_norm_eps": 1e-6,
    "rope_theta": 1000000,
    "torch_dtype": "bfloat16",
    "tie_word_embeddings": False,
    "hidden_act": "silu",
}
EXPERTS = {
    **DENSE,
    "architectures": ["Qwen3MoeForCausalLM"],
    "model_type": "qwen3_moe",
    "moe_intermediate_size": 768,
    "num_experts": 128,
    "num_experts_per_tok": 8,
    "decoder_sparse_step": 1,
    "norm_topk_prob": True,
    "mlp_only_layers": [],
}
RESOLVED = (
    "world_size",
    "nnodes",
    "node_rank",
    "tensor_parallel_size",
    "pipeline_parallel_size",
    "data_parallel_size",
    "distributed_executor_backend",
)

# answers go to what was stdout; whatever the engine prints goes to stderr
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
os.environ["HF_HUB_OFFLINE"] = "1"

import aphrodite.platforms as platforms  # noqa: E402

platforms.current_platform.device_type = "cuda"
platforms.current_platform.is_cuda_alike = lambda: True

import aphrodite.envs as envs  # noqa: E402
from aphrodite.engine.arg_utils import AsyncEngineArgs  # noqa: E402
from aphrodite.entrypoints.launchers.cli_args import make_arg_parser, validate_parsed_serve_args  # noqa: E402
from aphrodite.utils.argparse_utils import FlexibleArgumentParser  # noqa: E402


def folders(root):
    for name, config in (("dense", DENSE), ("moe", EXPERTS)):
        os.makedirs(os.path.join(root, name), exist_ok=True)
        with open(os.path.join(root, name, "config.json"), "w") as file:
            json.dump(config, file)


def resolve(argv, model):
    args = make_arg_parser(FlexibleArgumentParser(prog="aphrodite serve")).parse_args(argv)
    validate_parsed_serve_args(args)
    envs.get_aphrodite_port()
    # what belongs to the named model does not fit the one in its place
    args.model, args.load_format, args.skip_tokenizer_init = model, "dummy", True
    args.tokenizer = args.revision = args.tokenizer_revision = args.code_revision = None
    config = AsyncEngineArgs.from_cli_args(args).create_engine_config(headless=bool(args.headless))
    parallel = config.parallel_config
    transfer = config.kv_transfer_config
    return {
        **{name: str(getattr(parallel, name, None)) for name in RESOLVED},
        "max_model_len": config.model_config.max_model_len,
        "kv_transfer": str(transfer) if transfer else None,
    }


@contextlib.contextmanager
def environment(variables):
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def short(text):
    return " ".join(text.split())[:600]


def answer(root, line):
    printed = io.StringIO()
    try:
        with environment(line.get("env") or {}), contextlib.redirect_stderr(printed):
            model = os.path.join(root, "moe" if line.get("moe") else "dense")
            return {"ok": True, "resolved": resolve(list(line["argv"]), model)}
    except SystemExit as end:
        # the parser prints its usage first
        said = printed.getvalue().rpartition(": error: ")[2]
        return {"ok": False, "error": short(said) or f"the parser exits with {end.code}"}
    except Exception as error:
        return {"ok": False, "error": short(str(error)) or repr(error)}


if __name__ == "__main__":
    folders(sys.argv[1])
    for text in sys.stdin:
        if text.strip():
            line = json.loads(text)
            answers.write(json.dumps({"id": line.get("id"), **answer(sys.argv[1], line)}) + "\n")
            answers.flush()
