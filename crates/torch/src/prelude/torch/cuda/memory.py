"""`torch.cuda.memory`: history and snapshots of the allocator, its settings, and pools of one's own."""

import contextlib
import sys
import warnings

from torch._cuda import (
    caching_allocator_alloc,
    caching_allocator_delete,
    empty_cache,
    get_allocator_backend,
    get_per_process_memory_fraction,
    host_memory_stats,
    host_memory_stats_as_nested_dict,
    is_initialized,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_reserved,
    memory_stats,
    memory_stats_as_nested_dict,
    memory_summary,
    reset_accumulated_host_memory_stats,
    reset_accumulated_memory_stats,
    reset_peak_host_memory_stats,
    reset_peak_memory_stats,
    set_per_process_memory_fraction,
)
from torch.cuda import _memory_native


def _record_memory_history(enabled="all", *args, **kwargs):
    """Records the allocator's steps from now on, for `_snapshot` and `_dump_snapshot`. `None` stops it.

    `"state"` keeps only the origin of blocks in use, `"all"` the latest `max_entries` steps. Steps of the kinds in
    `skip_actions` are left out. `context` selects the steps with cell and line: for `"state"` and `"alloc"` those
    that allocate, for `"all"` also those that free.
    """
    if isinstance(enabled, bool):
        return _record_memory_history_legacy(enabled, *args, **kwargs)
    return _record_memory_history_impl(enabled, *args, **kwargs)


def _record_memory_history_legacy(
    enabled,
    record_context=True,
    trace_alloc_max_entries=1,
    trace_alloc_record_context=False,
    device=None,
    record_context_cpp=False,
    clear_history=False,
    compile_context=False,
    global_record_annotations=False,
):
    context = ("all" if trace_alloc_record_context else "state") if record_context else None
    state = "all" if trace_alloc_max_entries > 1 else "state"
    _record_memory_history_impl(
        state if enabled else None, context, max_entries=trace_alloc_max_entries, clear_history=clear_history
    )


def _one_of(value, valid, complaint):
    if value is not None and value not in valid:
        raise RuntimeError(complaint)


def _record_memory_history_impl(
    enabled="all",
    context="all",
    stacks="all",
    max_entries=sys.maxsize,
    device=None,
    clear_history=False,
    compile_context=False,
    global_record_annotations=False,
    skip_actions=None,
):
    _one_of(enabled, ("state", "all"), "expected state to be 'state', 'all', or None")
    _one_of(context, ("state", "alloc", "all"), "expected context to be 'state', 'alloc', 'all', or None")
    _one_of(stacks, ("python", "all"), "expected stacks to be 'python', or 'all'")
    _memory_native.keep(enabled, context, max_entries, clear_history, list(skip_actions or ()))


def _snapshot(device=None, augment_with_fx_traces=False):
    """The allocator's segments and blocks, and the steps that `_record_memory_history` kept, as a dict of plain values."""
    return _memory_native.snapshot(None, True)


def _dump_snapshot(filename="dump_snapshot.pickle", augment_with_fx_traces=False):
    """Writes `_snapshot()` to a file that https://pytorch.org/memory_viz reads."""
    with open(filename, "wb") as file:
        file.write(_memory_native.pickled(_snapshot()))


def memory_snapshot(mempool_id=None, include_traces=True):
    """The allocator's segments on all devices, or those of one pool, and the blocks in each."""
    return _memory_native.snapshot(mempool_id, include_traces)["segments"]


def _set_memory_metadata(metadata):
    """A text that the steps from here on carry in the history."""
    _memory_native.set_metadata(metadata)


def _get_memory_metadata():
    """The text that `_set_memory_metadata` set."""
    return _memory_native.metadata()


def _set_allocator_settings(env):
    """Changes the allocator's settings: a text as in the environment's PYTORCH_ALLOC_CONF."""
    warnings.warn(
        "torch.cuda._set_allocator_settings is deprecated. Use torch._C._accelerator_setAllocatorSettings instead.",
        FutureWarning,
        stacklevel=2,
    )
    _memory_native.set_settings(env)


def _renamed(old, new):
    warnings.warn(f"`torch.cuda.{old}` has been renamed to `torch.cuda.{new}`", FutureWarning, stacklevel=3)


def memory_cached(device=None):
    """The old name of memory_reserved."""
    _renamed("memory_cached", "memory_reserved")
    return memory_reserved(device)


def max_memory_cached(device=None):
    """The old name of max_memory_reserved."""
    _renamed("max_memory_cached", "max_memory_reserved")
    return max_memory_reserved(device)


def _resets_all(old):
    warnings.warn(
        f"torch.cuda.{old} now calls torch.cuda.reset_peak_memory_stats, which resets /all/ peak memory stats.",
        FutureWarning,
        stacklevel=3,
    )


def reset_max_memory_allocated(device=None):
    """The old name of reset_peak_memory_stats."""
    _resets_all("reset_max_memory_allocated")
    reset_peak_memory_stats(device)


def reset_max_memory_cached(device=None):
    """The old name of reset_peak_memory_stats."""
    _resets_all("reset_max_memory_cached")
    reset_peak_memory_stats(device)


class MemPool:
    """A separate pool of device memory for the allocations inside `with torch.cuda.use_mem_pool(pool):`.

    With `no_split` its blocks are not split. With `use_on_oom` it serves other allocations when all other memory is
    used. Deleting the pool frees its memory.
    """

    def __init__(self, allocator=None, use_on_oom=False, no_split=False):
        if allocator is not None:
            raise NotImplementedError("MemPool: allocators of other libraries cannot be used here")
        self._pool = _memory_native.Pool(use_on_oom, no_split)

    @property
    def id(self):
        """A pair of numbers, as `torch.cuda.graph(pool=...)` takes it."""
        return self._pool.id()

    def use_count(self):
        """How many users it has: the pool itself, contexts, graphs."""
        return self._pool.use_count()

    def snapshot(self, include_traces=True):
        """The pool's segments, and the blocks in each."""
        return memory_snapshot(self.id, include_traces)


@contextlib.contextmanager
def use_mem_pool(pool, device=None):
    """Sends the allocations inside `with`, on the current device or the given one, to a pool."""
    index = _memory_native.begin_route(device, pool.id)
    try:
        yield
    finally:
        _memory_native.end_route(index, pool.id)


_OWN_ALLOCATOR = (
    "device memory comes from TensorCell's own caching allocator, and functions of a shared library cannot take its place. "
    "torch.cuda.MemPool gives allocations a pool of their own, PYTORCH_CUDA_ALLOC_CONF changes the allocator's settings"
)


class CUDAPluggableAllocator:
    """Refuses: PyTorch takes functions of a shared library for an allocator, here device memory has one source.

    Errors: NotImplementedError, always: `torch.cuda.memory.CUDAPluggableAllocator("alloc.so", "my_malloc", "my_free")`
    """

    def __init__(self, path_to_so_file, alloc_fn_name, free_fn_name):
        raise NotImplementedError(
            f"CUDAPluggableAllocator: {alloc_fn_name} and {free_fn_name} of {path_to_so_file} cannot be used: {_OWN_ALLOCATOR}"
        )


def change_current_allocator(allocator):
    """Refuses to take another allocator than the caching one.

    Errors: NotImplementedError, always: `torch.cuda.memory.change_current_allocator(None)`
    """
    raise NotImplementedError(f"change_current_allocator: {_OWN_ALLOCATOR}")


def caching_allocator_enable(value=True):
    """Refuses to switch the caching allocator off: all memory is its own."""
    if not value:
        raise NotImplementedError("caching_allocator_enable: the caching allocator cannot be switched off")


def list_gpu_processes(device=None):
    """A text with the processes that compute on a device, and the memory that each uses."""
    return _memory_native.processes(device)
