"""Makes the tests' models: 4 layers, a token for every byte, the positions of Qwen3-8B. Arguments: a folder for the dense one, one for the
mixture of experts. Random weights, but large enough that attention, and so the KV cache, decides the text."""

import json
import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedTokenizerFast

END = "<|end|>"
TEMPLATE = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant: "


def tokenizer():
    vocabulary = {character: i for i, character in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    vocabulary[END] = len(vocabulary)
    inner = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=inner, eos_token=END, pad_token=END)
    fast.chat_template = TEMPLATE
    return fast, len(vocabulary)


def dense(words):
    return {
        "architectures": ["Qwen3ForCausalLM"],
        "model_type": "qwen3",
        "hidden_size": 128,
        "intermediate_size": 256,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "num_hidden_layers": 4,
        "head_dim": 32,
        "vocab_size": words,
        "max_position_embeddings": 40960,
        "rms_norm_eps": 1e-6,
        "rope_theta": 1000000,
        "torch_dtype": "bfloat16",
        "tie_word_embeddings": False,
        "hidden_act": "silu",
        "eos_token_id": words - 1,
    }


def experts(words):
    return {
        **dense(words),
        "architectures": ["Qwen3MoeForCausalLM"],
        "model_type": "qwen3_moe",
        "moe_intermediate_size": 64,
        "num_experts": 8,
        "num_experts_per_tok": 2,
        "decoder_sparse_step": 1,
        "norm_topk_prob": True,
        "mlp_only_layers": [],
    }


def write(folder, config, fast):
    fast.save_pretrained(folder)
    with open(f"{folder}/config.json", "w") as file:
        json.dump(config, file)
    torch.manual_seed(7)
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(folder)).to(torch.bfloat16)
    for name, weights in model.named_parameters():
        if weights.dim() > 1:
            deviation = 1.0 if "embed" in name else 3.0 / weights.shape[-1] ** 0.5
            torch.nn.init.normal_(weights, std=deviation)
    model.save_pretrained(folder)


if __name__ == "__main__":
    shared, size = tokenizer()
    write(sys.argv[1], dense(size), shared)
    write(sys.argv[2], experts(size), shared)
