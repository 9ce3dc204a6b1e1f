"""The engine's own verdict on command lines: its parser and its configuration checks, with a GPU pretended and without weights.

stdin: a JSON object a line, {"id": any, "argv": ["MODEL", "--flag", …], "env": {"NAME": "value"}, "moe": bool, "files": [{"path", "content"}]}, argv as
after `aphrodite serve`; with files, if only none, the connectors of KV caches are examined too.
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
    "data_parallel_size_local",
    "data_parallel_rank",
    "data_parallel_external_lb",
    "data_parallel_hybrid_lb",
    "node_rank_within_dp",
    "nnodes_within_dp",
    "distributed_executor_backend",
)

# answers go to what was stdout; whatever the engine prints goes to stderr
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
os.environ["HF_HUB_OFFLINE"] = "1"

import aphrodite.platforms as platforms  # noqa: E402

platforms.current_platform.device_type = "cuda"
platforms.current_platform.is_cuda_alike = lambda: True
# the kernels are for processors that this one need not be, and no check needs them
platforms.current_platform.import_kernels = lambda: None

import aphrodite.config.aphrodite as configuration  # noqa: E402
import aphrodite.envs as envs  # noqa: E402
from aphrodite.distributed.utils import get_pp_indices  # noqa: E402
from aphrodite.distributed.kv_transfer.kv_connector.factory import KVConnectorFactory  # noqa: E402
from aphrodite.distributed.kv_transfer.kv_connector.v1.nixl.metadata import (  # noqa: E402
    compute_nixl_compatibility_hash,
)
from aphrodite.engine.arg_utils import AsyncEngineArgs  # noqa: E402
from aphrodite.entrypoints.launchers.cli_args import make_arg_parser, validate_parsed_serve_args  # noqa: E402
from aphrodite.entrypoints.launchers.dp_supervisor import (  # noqa: E402
    _build_aphrodite_dp_server_args,
    validate_multi_port_external_lb_args,
)
from aphrodite.model_executor.models import registry  # noqa: E402
from aphrodite.utils.argparse_utils import FlexibleArgumentParser  # noqa: E402

import kv_cache  # noqa: E402

# models are looked at in this process: another one would load the kernels after all
registry._run_in_subprocess = lambda look: look()


def folders(root):
    for name, config in (("dense", DENSE), ("moe", EXPERTS)):
        os.makedirs(os.path.join(root, name), exist_ok=True)
        with open(os.path.join(root, name, "config.json"), "w") as file:
            json.dump(config, file)


def resolve(argv, model, files=None):
    args = make_arg_parser(FlexibleArgumentParser(prog="aphrodite serve")).parse_args(argv)
    validate_parsed_serve_args(args)
    envs.get_aphrodite_port()
    # what belongs to the named model does not fit the one in its place
    args.model, args.load_format, args.skip_tokenizer_init = model, "dummy", True
    # with a GPU there is Triton, and with it the model runner that prefill context parallelism needs
    configuration.HAS_TRITON = args.prefill_context_parallel_size > 1
    args.tokenizer = args.revision = args.tokenizer_revision = args.code_revision = None
    if args.headless and args.api_server_count:
        raise ValueError("--api-server-count cannot be used with --headless")
    if args.data_parallel_multi_port_external_lb:
        # its supervisor starts a server for each rank of the node; the last one stands for all
        validate_multi_port_external_lb_args(args)
        args.device_ids = None
        args = _build_aphrodite_dp_server_args(args, args.data_parallel_size_local - 1)
    config = AsyncEngineArgs.from_cli_args(args).create_engine_config(headless=bool(args.headless))
    if args.headless and config.parallel_config.data_parallel_hybrid_lb:
        raise ValueError("data_parallel_hybrid_lb is not applicable in headless mode")
    parallel = config.parallel_config
    if envs.APHRODITE_PP_LAYER_PARTITION:
        for stage in range(parallel.pipeline_parallel_size):
            get_pp_indices(config.model_config.get_total_num_hidden_layers(), stage, parallel.pipeline_parallel_size)
    transfer = config.kv_transfer_config
    return {
        **{name: str(getattr(parallel, name, None)) for name in RESOLVED},
        "max_model_len": config.model_config.max_model_len,
        "kv_transfer": str(transfer) if transfer else None,
        "kv_compatibility": compatibility(config) if transfer else None,
        "kv_connectors": ",".join(sorted(KVConnectorFactory._registry)) if transfer else None,
        **({f"cache_{name}": value for name, value in kv_cache.examine(transfer, files).items()} if files is not None else {}),
    }


def compatibility(config):
    """What two engines compare when they meet; the attention backend is the one that was asked for, since none is chosen without a GPU."""
    mode = "push" if config.kv_transfer_config.kv_connector == "NixlPushConnector" else "pull"
    return compute_nixl_compatibility_hash(config, str(config.attention_config.backend), mode)


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
            return {"ok": True, "resolved": resolve(list(line["argv"]), model, line.get("files"))}
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
