"""The allocator's account and its errors (128 MiB on each device)."""

import warnings

import torch

MIB = 1 << 20
cuda = torch.cuda


def fails(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), str(error)
        return str(error)
    raise AssertionError(f"no {kind.__name__}: {text}")


assert cuda.memory_allocated() == cuda.memory_reserved() == 0
small = torch.ones(100, device="cuda")  # 400 bytes: one block of 512 in a segment of 2 MiB
assert (cuda.memory_allocated(), cuda.memory_reserved()) == (512, 2 * MIB)
middle = torch.empty(3 * MIB, dtype=torch.uint8, device="cuda")  # from a segment of 20 MiB
assert (cuda.memory_allocated(), cuda.memory_reserved()) == (512 + 3 * MIB, 22 * MIB)
large = torch.empty(11 * MIB, dtype=torch.uint8, device="cuda")  # its own segment, a multiple of 2 MiB
assert cuda.memory_reserved() == (22 + 12) * MIB or cuda.memory_reserved() == 22 * MIB
peak = cuda.max_memory_allocated()
assert peak == 512 + 14 * MIB
del middle, large
assert cuda.memory_allocated() == 512 and cuda.max_memory_allocated() == peak
cuda.reset_peak_memory_stats()
assert cuda.max_memory_allocated() == 512
cuda.empty_cache()
assert cuda.memory_reserved() == 2 * MIB
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    assert cuda.memory_cached() == 2 * MIB and cuda.max_memory_cached() == cuda.max_memory_reserved()
    cuda.reset_max_memory_allocated()
    cuda.reset_max_memory_cached()
assert [str(warning.message).split()[0] for warning in told] == [
    "`torch.cuda.memory_cached`", "`torch.cuda.max_memory_cached`", "torch.cuda.reset_max_memory_allocated",
    "torch.cuda.reset_max_memory_cached",
]
assert all(warning.category is FutureWarning for warning in told)

stats = cuda.memory_stats()
assert list(stats) == sorted(stats)
# PyTorch's list (torch/csrc/cuda/Module.cpp), exactly.
assert {name.split(".")[0] for name in stats} == {
    "active", "active_bytes", "allocated_bytes", "allocation", "inactive_split", "inactive_split_bytes", "max_split_size",
    "num_alloc_retries", "num_device_alloc", "num_device_free", "num_ooms", "num_sync_all_streams", "oversize_allocations",
    "oversize_segments", "requested_bytes", "reserved_bytes", "segment",
}
assert len(stats) == 9 * 3 * 4 + 2 * 4 + 6
for name in ("active", "active_bytes", "allocated_bytes", "allocation", "inactive_split", "inactive_split_bytes",
             "requested_bytes", "reserved_bytes", "segment"):
    for pool in ("all", "large_pool", "small_pool"):
        for kind in ("current", "peak", "allocated", "freed"):
            assert f"{name}.{pool}.{kind}" in stats
assert stats["requested_bytes.all.current"] == 400 and stats["active_bytes.small_pool.current"] == 512
assert stats["inactive_split_bytes.all.current"] == 2 * MIB - 512
assert cuda.memory_stats_as_nested_dict()["segment"]["all"]["current"] == 1
cuda.reset_accumulated_memory_stats()
assert cuda.memory_stats()["allocation.all.allocated"] == 0

lines = cuda.memory_summary().splitlines()
assert all(len(line) == 77 for line in lines), [len(line) for line in lines]
assert "PyTorch CUDA memory summary, device ID 0" in lines[1]
assert lines[7] == "| Allocated memory      |    512 B   |    512 B   |      0 B   |      0 B   |", lines[7]

[segment] = cuda.memory_snapshot()
assert set(segment) == {
    "device", "address", "total_size", "allocated_size", "active_size", "requested_size", "stream", "segment_type",
    "segment_pool_id", "is_expandable", "frames", "blocks",
}
assert set(segment["blocks"][0]) == {"address", "size", "requested_size", "state", "frames"}
assert segment["segment_type"] == "small" and segment["total_size"] == 2 * MIB
assert [block["state"] for block in segment["blocks"]] == ["active_allocated", "inactive"]
[frame] = segment["blocks"][0]["frames"]
assert frame["name"] == "small" and frame["line"] == 21 and frame["filename"].endswith("memory.py")

# Raw blocks, freed once.
address = cuda.caching_allocator_alloc(1000, device=0, stream=cuda.current_stream())
assert cuda.memory_allocated() == 512 + 1024
cuda.caching_allocator_delete(address)
fails(RuntimeError, "invalid device pointer", lambda: cuda.caching_allocator_delete(address))
assert cuda.memory_allocated() == 512

# Out of memory: PyTorch's sentence, then the holders; the session continues.
hog = torch.empty(60 * MIB, dtype=torch.uint8, device="cuda")
pair = [torch.empty(15 * MIB, dtype=torch.uint8, device="cuda") for _ in range(2)]
text = fails(cuda.OutOfMemoryError, "CUDA out of memory. Tried to allocate 64.00 MiB. GPU 0 has a total capacity of "
             "128.00 MiB of which ", lambda: torch.empty(64 * MIB, dtype=torch.uint8, device="cuda"))
assert "The 4 tensors on cuda:0, by the variables that hold them:" in text, text
assert "60.00 MiB  hog  (" in text and "memory.py, line 90)" in text, text
assert "30.00 MiB  pair: 2 tensors  (" in text, text
assert "`del hog` when it is no longer needed: 60.00 MiB" in text, text
fails(torch.OutOfMemoryError, "make the tensor in parts", lambda: torch.empty(1 << 40, dtype=torch.uint8, device="cuda"))
assert cuda.memory_stats()["num_ooms"] == 2 and issubclass(cuda.OutOfMemoryError, RuntimeError)
del hog
again = torch.empty(64 * MIB, dtype=torch.uint8, device="cuda")
del again, pair

# A user-defined limit.
fails(ValueError, "Invalid fraction value: 2.0. Allowed range: 0~1", lambda: cuda.set_per_process_memory_fraction(2.0))
fails(TypeError, "Invalid type for fraction argument, must be `float`", lambda: cuda.set_per_process_memory_fraction(1))
cuda.empty_cache()
cuda.set_per_process_memory_fraction(0.25)
assert cuda.get_per_process_memory_fraction() == 0.25
fails(torch.OutOfMemoryError, "32.00 MiB allowed; ", lambda: torch.empty(40 * MIB, dtype=torch.uint8, device="cuda"))
cuda.set_per_process_memory_fraction(1.0)

# Memory held by a failed cell or a cycle is freed before an out-of-memory error.
class Holder:
    pass


cycle = Holder()
cycle.itself, cycle.data = cycle, torch.empty(100 * MIB, dtype=torch.uint8, device="cuda")
del cycle
kept = torch.empty(100 * MIB, dtype=torch.uint8, device="cuda")
assert cuda.get_allocator_backend() == "native"
del small, kept
cuda.empty_cache()
assert cuda.memory_allocated() == cuda.memory_reserved() == 0
print("ok")
