"""Mends, at import time, the few places of the engine's wheel that expect a GPU although the target is a CPU."""

import importlib.abc
import importlib.util
import sys

sys.modules["humming"] = None  # kernels for GPUs only


def slot_mapping(module):
    """The CPU kernel takes fewer arguments than the GPU's."""

    def compute(tokens, most_tokens, query_start, positions, block_table, stride, block_size, mapping, *_, **__):
        import torch

        torch.ops._C.compute_slot_mapping_kernel_impl(query_start, positions, block_table, mapping, block_size)

    module.compute_slot_mapping_kernel = module._FuncWrapper(compute)


def no_tiles(module):
    """A virtual machine may show AMX and then refuse it."""
    import torch

    torch.cpu._is_amx_tile_supported = lambda: False


def pipeline_tensors(module):
    """The profiling run that makes these tensors does not happen on a CPU."""
    runner = module.GPUModelRunner
    gather = runner.sync_and_gather_intermediate_tensors

    def gather_or_make(self, *args, **kwargs):
        if self.intermediate_tensors is None:
            self.intermediate_tensors = self.model.make_empty_intermediate_tensors(
                batch_size=self.max_num_tokens, dtype=self.model_config.dtype, device=self.device
            )
        return gather(self, *args, **kwargs)

    runner.sync_and_gather_intermediate_tensors = gather_or_make


PATCHES = {
    "aphrodite.utils.cpu_triton_utils": slot_mapping,
    "aphrodite.platforms.cpu": no_tiles,
    "aphrodite.v1.worker.gpu_model_runner": pipeline_tensors,
}


class Loader(importlib.abc.Loader):
    """Loads a module as its own loader does, and patches it."""

    def __init__(self, inner, patch):
        self.inner = inner
        self.patch = patch

    def create_module(self, spec):
        return self.inner.create_module(spec)

    def exec_module(self, module):
        self.inner.exec_module(module)
        self.patch(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules to patch by asking everyone else."""

    def find_spec(self, name, path, target=None):
        patch = PATCHES.get(name)
        if patch is None:
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if spec is not None:
            spec.loader = Loader(spec.loader, patch)
        return spec


sys.meta_path.insert(0, Finder())
