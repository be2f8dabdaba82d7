"""The allocator's settings, expandable segments, user pools, history and snapshots (256 MiB on each device)."""

import warnings

import torch

MIB = 1 << 20
cuda, memory = torch.cuda, torch.cuda.memory


def fails(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), str(error)
        return str(error)
    raise AssertionError(f"no {kind.__name__}: {text}")


def bytes_of(mebibytes):
    return torch.empty(mebibytes * MIB, dtype=torch.uint8, device="cuda")


# The environment said expandable_segments:True.
small = torch.arange(100, device="cuda")
first, second = bytes_of(15), bytes_of(15)
assert second.data_ptr() - first.data_ptr() == 15 * MIB, "one after the other in one segment"
stats = cuda.memory_stats()
assert cuda.memory_reserved() == 42 * MIB and stats["segment.all.current"] == 0
assert stats["num_device_alloc"] == 3 and stats["inactive_split.all.current"] == 0
segments = cuda.memory_snapshot()
assert all(segment["is_expandable"] for segment in segments) and len(segments) == 2
assert {segment["segment_type"] for segment in segments} == {"small", "large"}
free_before = cuda.mem_get_info()[0]
first.fill_(1)
second.fill_(2)
del first
grown = bytes_of(35)  # 15 MiB reused, 40 more mapped behind them
grown.fill_(3)
assert second.sum().item() == 2 * 15 * MIB and grown[-1].item() == 3 and small.sum().item() == 4950
assert cuda.mem_get_info()[0] < free_before
del second, grown
cuda.empty_cache()
assert cuda.memory_reserved() == 2 * MIB and cuda.memory_stats()["num_device_free"] > 0
assert cuda.mem_get_info()[0] == cuda.mem_get_info()[1] - 2 * MIB

# Full to the last page, then PyTorch's error; afterwards everything works.
hog = [torch.empty(20 * MIB, dtype=torch.uint8, device="cuda") for _ in range(12)]
text = fails(cuda.OutOfMemoryError, "CUDA out of memory. Tried to allocate 40.00 MiB. ", lambda: bytes_of(40))
assert "hog" in text and "The 13 tensors on cuda:0, by the variables that hold them:" in text, text
del hog
whole = bytes_of(240)
del whole

# On another stream, and in a graph, which keeps its pages.
side = cuda.Stream()
with cuda.stream(side):
    there = torch.ones(MIB, device="cuda")
    there += 1
side.synchronize()
graph, x = cuda.CUDAGraph(), torch.zeros(2 * MIB, device="cuda")
with cuda.graph(graph):
    y = x * 2 + 1
for value in (3, 5):
    x.fill_(value)
    graph.replay()
    cuda.empty_cache()
    assert y[0].item() == 2 * value + 1 and y[-1].item() == 2 * value + 1
assert there.sum().item() == 2 * MIB
del graph, x, y, there
cuda.empty_cache()
assert cuda.memory_reserved() == 2 * MIB

# A fault unmaps the pages; a new segment begins.
kept, lost = torch.full((3 * MIB,), 7.0, device="cuda"), torch.ones(3, device="cuda") * 2
torch._assert_async(torch.zeros((), device="cuda"))
fails(torch.AcceleratorError, "device-side assert triggered", cuda.synchronize)
assert kept.sum().item() == 21 * MIB
fails(RuntimeError, "was lost", lambda: lost + 1)
del kept, lost
cuda.empty_cache()

# Settings changed at run time.
settings = memory._set_allocator_settings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    settings("expandable_segments:False,max_split_size_mb:32")
assert caught[0].category is FutureWarning and "is deprecated" in str(caught[0].message)
warnings.simplefilter("ignore")
assert cuda.memory_stats()["max_split_size"] == 32 * MIB
large = bytes_of(60)
assert cuda.memory_stats()["oversize_allocations.current"] == 1
del large
bytes_of(40)
assert cuda.memory_stats()["oversize_segments.current"] == 2, "60 MiB are not split for 40"
assert [segment["is_expandable"] for segment in cuda.memory_snapshot() if segment["total_size"] == 60 * MIB] == [False]
for text, told in (
    ("nonsense:1", "Unrecognized key 'nonsense' in Accelerator allocator config."),
    ("expandable_segments:yes", "Expected 'True' or 'False' at index 2 in ConfigTokenizer but got 'yes'"),
    ("max_split_size_mb:1", "CachingAllocator option max_split_size_mb too small, must be >= 20"),
    ("garbage_collection_threshold:2", "garbage_collect_threshold is invalid, set it in (0.0, 1.0)"),
):
    fails(ValueError, told, lambda: settings(text))
settings("roundup_power2_divisions:4")
rounded = torch.empty(1200 * 1024, dtype=torch.uint8, device="cuda")
assert cuda.memory_stats()["requested_bytes.large_pool.current"] == 1200 * 1024
assert cuda.memory_stats()["allocated_bytes.large_pool.current"] == 1280 * 1024
del rounded
settings("")
cuda.empty_cache()

# A user pool.
pool = cuda.MemPool()
assert pool.use_count() == 1 and pool.id[0] == 0 and pool.snapshot() == []
outside = torch.ones(5, device="cuda")
with cuda.use_mem_pool(pool):
    assert pool.use_count() == 2
    inside = torch.ones(5, device="cuda")
    with cuda.device(1):
        elsewhere = torch.ones(5, device="cuda")
assert pool.use_count() == 1
[segment] = pool.snapshot()
assert segment["segment_pool_id"] == pool.id and segment["address"] <= inside.data_ptr() < segment["address"] + 2 * MIB
assert all(segment["segment_pool_id"] == (0, 0) for segment in cuda.memory_snapshot() if segment["device"] == 1)
address = inside.data_ptr()
del inside
assert torch.ones(5, device="cuda").data_ptr() != address, "a free block of the pool is the pool's"
with cuda.use_mem_pool(pool):
    assert torch.ones(5, device="cuda").data_ptr() == address
    with cuda.use_mem_pool(cuda.MemPool(no_split=True)):
        whole = torch.ones(5, device="cuda")
        assert cuda.memory_stats()["allocated_bytes.all.current"] > 2 * MIB
graph = cuda.CUDAGraph()
with cuda.graph(graph, pool=pool.id):
    captured = outside + 1
assert graph.pool() == pool.id and pool.use_count() == 2
graph.replay()
assert captured.tolist() == [2] * 5
graph.reset()
reserved = cuda.memory_reserved()
del captured, pool, graph, segment, whole
cuda.empty_cache()
assert cuda.memory_reserved() < reserved
with cuda.use_mem_pool(cuda.MemPool(use_on_oom=True)):
    pass
fails(NotImplementedError, "cannot be used here", lambda: cuda.MemPool(allocator=object()))

# The allocator's history, for https://pytorch.org/memory_viz.
assert memory._snapshot()["device_traces"] == [[], []]
memory._record_memory_history(max_entries=100)
memory._set_memory_metadata("step 1")
trained = torch.ones(3 * MIB, device="cuda")
assert memory._get_memory_metadata() == "step 1"
del trained
cuda.empty_cache()
fails(cuda.OutOfMemoryError, "CUDA out of memory", lambda: bytes_of(1000))
traces = memory._snapshot()["device_traces"][0]
assert [step["action"] for step in traces] == [
    "segment_alloc", "alloc", "free_requested", "free_completed", "segment_free", "oom",
], traces
made = traces[1]
assert made["size"] == 12 * MIB and made["stream"] == 0 and made["user_metadata"] == "step 1"
assert traces[0]["addr"] == made["addr"] and traces[0]["time_us"] <= made["time_us"]
assert made["frames"][0]["name"] == "trained" and made["frames"][0]["filename"].endswith("memory_settings.py")
assert "device_free" in traces[5] and traces[5]["size"] == 1000 * MIB and "addr" not in traces[5]
assert memory._snapshot()["device_traces"][0][-1]["action"] == "snapshot"
held = torch.ones(4, device="cuda")
memory._dump_snapshot("memory.pickle")
snapshot = memory._snapshot()
assert sorted(snapshot) == ["allocator_settings", "device_traces", "external_annotations", "segments"]
assert snapshot["allocator_settings"]["expandable_segments"] is False
# PyTorch's list (torch/csrc/cuda/Module.cpp), exactly.
assert set(snapshot["allocator_settings"]) == {
    "PYTORCH_CUDA_ALLOC_CONF", "max_split_size", "garbage_collection_threshold", "expandable_segments",
    "pinned_num_register_threads", "release_lock_on_cudamalloc", "pinned_use_cuda_host_register", "roundup_power2_divisions",
    "graph_capture_record_stream_reuse",
}
memory._record_memory_history(None)
assert memory._snapshot()["device_traces"] == [[], []]
memory._record_memory_history("state")
bytes_of(1)
assert memory._snapshot()["device_traces"] == [[], []], "of steps nothing was to be kept"
memory._record_memory_history(None)
fails(RuntimeError, "expected state to be 'state', 'all', or None", lambda: memory._record_memory_history("some"))
print("ok")
