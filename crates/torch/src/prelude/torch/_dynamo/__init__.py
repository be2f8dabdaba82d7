"""`torch._dynamo`: names that tutorials on `torch.compile` touch. Nothing is traced, so there is nothing to set or to forget."""

from torch._tensorcell.compile import _WHAT_COMPILE_DOES as _WHAT
from torch.compiler import allow_in_graph, assume_constant_result, disable, is_compiling


class OptimizedModule:
    """The class of modules that PyTorch's compiler made: `torch.compile` gives back the module itself."""


class _Config:
    """Settings are kept and change nothing."""

    verbose = False
    suppress_errors = False
    cache_size_limit = 8
    recompile_limit = 8
    capture_scalar_outputs = False


config = _Config()


def reset():
    """Nothing to forget."""


def reset_code_caches():
    """Nothing to forget."""


def mark_dynamic(tensor, index, **options):
    """Accepted: shapes may always change."""


def mark_static(tensor, index=None):
    """Accepted."""


def graph_break(msg=""):
    """Accepted."""


def list_backends(exclude_tags=("debug", "experimental")):
    """The one way of running there is."""
    return ["inductor"]


def optimize(backend="inductor", **options):
    """`torch.compile` by its old name."""
    import torch

    return lambda model: torch.compile(model, backend=backend)


def explain(model, *extra_args, **extra_kwargs):
    """Explains nothing: `torch.compile` itself warns about what it does instead."""

    class ExplainOutput:
        graph_count = 0
        graph_break_count = 0
        op_count = 0

        def __str__(self):
            return _WHAT

    return lambda *args, **kwargs: ExplainOutput()
