"""The profiler on a device: kernels by operation, memory to the byte, streams, traces, ranges. Prints `ok`."""
import json
import os

import torch
import torch.cuda.nvtx as nvtx
import torch.nn as nn
from torch.profiler import ProfilerActivity, profile, record_function, schedule, tensorboard_trace_handler

BOTH = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
TRACE = "profiler-check.trace.json"
x = torch.randn(64, 128, device="cuda")
w = torch.randn(128, 32, device="cuda")
x @ w  # what is made at the first use
torch.cuda.synchronize()

# An operation's kernels; each one's time is counted once.
with profile(activities=BOTH, record_shapes=True, with_flops=True) as prof:
    for _ in range(3):
        x @ w
    y = torch.relu(x)
    total = y.sum()
averages = {(e.key, str(e.device_type)): e for e in prof.key_averages()}
mm = averages["aten::mm", "DeviceType.CPU"]
assert mm.count == 3 and mm.flops == 3 * 2 * 64 * 128 * 32, (mm.count, mm.flops)
assert mm.self_device_time_total > 0 and averages["aten::matmul", "DeviceType.CPU"].self_device_time_total == 0
kernels = [e for e in prof.events() if str(e.device_type) == "DeviceType.CUDA" and not e.is_user_annotation]
by_operation = sum(e.self_device_time_total for e in prof.events() if str(e.device_type) == "DeviceType.CPU")
by_kernel = sum(e.self_device_time_total for e in kernels)
assert abs(by_operation - by_kernel) < 1e-3 * by_kernel + 1e-3, (by_operation, by_kernel)
relu = next(e for e in prof.events() if e.name == "aten::relu")
assert [k.device for k in relu.kernels] == [0] and "relu" in relu.kernels[0].name, relu.kernels
launches = [e for e in prof.events() if e.name == "cuLaunchKernel"]
assert launches and all(e.cpu_parent is not None for e in launches)
table = prof.key_averages().table(sort_by="cuda_time_total", row_limit=5)
for header in ("Self CUDA %", "CUDA total", "CUDA time avg", "Self CUDA time total: "):
    assert header in table, table

# Only the device.
with profile(activities=[ProfilerActivity.CUDA]) as prof:
    x @ w
assert not any(e.name.startswith("aten::") for e in prof.events()) and len(prof.events()) >= 1
# Only the processor: no device column.
with profile(activities=[ProfilerActivity.CPU]) as prof:
    x @ w
assert "CUDA" not in prof.key_averages().table() and "aten::mm" in prof.key_averages().table()

# Memory to the byte: blocks are multiples of 512 bytes.
kept = None
with profile(activities=BOTH, profile_memory=True) as prof:
    with record_function("takes"):
        kept = torch.empty(1000, device="cuda")  # 4000 bytes: 4096
        small = torch.ones(3, device="cuda")  # 512
    with record_function("returns"):
        del kept
    with record_function("passes"):
        passing = torch.ones(2000, device="cuda")  # 8000 bytes: 8192
        del passing
    with record_function("works"):
        z = x * 2  # 32768
memory = {e.name: e.device_memory_usage for e in prof.events() if e.is_user_annotation and str(e.device_type) == "DeviceType.CPU"}
assert memory == {"takes": 4608, "returns": -4096, "passes": 0, "works": 32768}, memory
mul = next(e for e in prof.events() if e.name == "aten::mul")
assert (mul.device_memory_usage, mul.self_device_memory_usage, mul.cpu_memory_usage) == (32768, 32768, 0)
assert "Self CUDA Mem" in prof.key_averages().table(sort_by="self_cuda_memory_usage")

# Streams, copies, fills, and a range on the device.
side = torch.cuda.Stream()
with profile(activities=BOTH, with_stack=True) as prof:
    with record_function("on two streams"):
        a = x * 2
        with torch.cuda.stream(side):
            b = w * 3
        host = torch.ones(4096).pin_memory()
        c = host.to("cuda", non_blocking=True)
        d = a.cpu()
    torch.cuda.synchronize()
work = [e for e in prof.events() if str(e.device_type) == "DeviceType.CUDA"]
assert len({e.device_resource_id for e in work}) == 2, work
names = {e.name for e in work}
assert {"Memcpy HtoD (Pinned -> Device)", "Memcpy DtoH (Device -> Pageable)"} <= names, names
projected = [e for e in work if e.is_user_annotation]
assert {e.name for e in projected} == {"on two streams"} and len(projected) == 2
mul = next(e for e in prof.events() if e.name == "aten::mul")
assert any("profiler.py(" in entry or "<module>" in entry for entry in mul.stack), mul.stack


def checked(path):
    """The trace's events by category, checked by the rules of the format."""
    with open(path) as file:
        trace = json.load(file)
    assert trace["schemaVersion"] == 1 and trace["displayTimeUnit"] == "ms" and trace["deviceProperties"], trace.keys()
    by_category, open_ends, flows = {}, {}, {}
    for event in trace["traceEvents"]:
        assert isinstance(event["name"], str) and event["ph"] in "XsfMi", event
        assert isinstance(event["ts"], float) or isinstance(event["ts"], int)
        by_category.setdefault(event.get("cat"), []).append(event)
        if event["ph"] == "X":
            assert event["dur"] >= 0 and "pid" in event and "tid" in event, event
        if event["ph"] in "sf":
            flows.setdefault((event["cat"], event["id"]), []).append(event)
    for ends in flows.values():
        assert sorted(end["ph"] for end in ends) == ["f", "s"], ends
        start, end = sorted(ends, key=lambda end: end["ph"], reverse=True)
        assert start["ts"] <= end["ts"] and end["bp"] == "e", ends
    # Events of a host thread nest.
    threads = {}
    for category in ("cpu_op", "user_annotation"):
        for event in by_category.get(category, []):
            threads.setdefault((event["pid"], event["tid"]), []).append(event)
    for events in threads.values():
        events.sort(key=lambda event: (event["ts"], -event["dur"]))
        stack = []
        for event in events:
            while stack and event["ts"] >= stack[-1]:
                stack.pop()
            end = event["ts"] + event["dur"]
            assert not stack or end <= stack[-1] + 0.002, event
            stack.append(end)
    # Work of one stream does not overlap.
    streams = {}
    for category in ("kernel", "gpu_memcpy", "gpu_memset"):
        for event in by_category.get(category, []):
            streams.setdefault((event["pid"], event["tid"]), []).append(event)
    for events in streams.values():
        events.sort(key=lambda event: event["ts"])
        for before, after in zip(events, events[1:]):
            assert before["ts"] + before["dur"] <= after["ts"] + 20.0, (before, after)
    return by_category


prof.export_chrome_trace(TRACE)
categories = checked(TRACE)
wanted = {"cpu_op", "user_annotation", "cuda_driver", "kernel", "gpu_memcpy", "ac2g", "gpu_user_annotation"}
assert wanted <= set(categories), set(categories)
correlations = {event["args"]["correlation"] for event in categories["cuda_driver"]}
assert correlations == {event["args"]["correlation"] for event in categories["kernel"] + categories["gpu_memcpy"]}
kernel = categories["kernel"][0]["args"]
assert len(kernel["grid"]) == 3 and kernel["device"] == 0 and kernel["stream"] == 7, kernel
prof.export_chrome_trace(TRACE + ".gz")
with open(TRACE + ".gz", "rb") as file:
    assert file.read(2) == b"\x1f\x8b"
prof.export_stacks(TRACE + ".stacks", "self_cuda_time_total")
with open(TRACE + ".stacks") as file:
    assert all(line.rsplit(" ", 1)[1].strip().isdigit() for line in file)

# Training steps by schedule, with backward's arrows.
model = nn.Sequential(nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
target = torch.randint(0, 10, (64,), device="cuda")
with profile(
    activities=BOTH,
    schedule=schedule(wait=1, warmup=1, active=2, repeat=1),
    on_trace_ready=tensorboard_trace_handler("profiler-check-traces", "worker"),
) as prof:
    for _ in range(5):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), target).backward()
        optimizer.step()
        prof.step()
[file] = os.listdir("profiler-check-traces")
assert file.startswith("worker.") and file.endswith(".pt.trace.json"), file
categories = checked(os.path.join("profiler-check-traces", file))
assert len(categories["fwdbwd"]) > 0
steps = [event["name"] for event in categories["user_annotation"] if event["name"].startswith("ProfilerStep#")]
assert steps == ["ProfilerStep#2", "ProfilerStep#3"], steps
counts = {e.key: e.count for e in prof.key_averages() if str(e.device_type) == "DeviceType.CPU"}
assert counts["ProfilerStep*"] == 2 and counts["Optimizer.step#SGD.step"] == 2 and counts["aten::addmm"] == 4, counts
assert "<table>" in prof.key_averages()._repr_html_() and "Self CUDA" in prof._repr_html_()

# Our profiles contain NVTX ranges, with or without a tool.
with profile(activities=BOTH) as prof:
    assert nvtx.range_push("pushed") == 0 and nvtx.range_push("deeper") == 1
    x * 2
    assert nvtx.range_pop() == 1 and nvtx.range_pop() == 0 and nvtx.range_pop() == -1
    with nvtx.range("number {}", 7):
        x * 3
    handle = nvtx.range_start("started")
    nvtx.mark("marked")
    nvtx.range_end(handle)
ranges = [e.name for e in prof.events() if e.is_user_annotation and str(e.device_type) == "DeviceType.CPU"]
assert ranges == ["pushed", "deeper", "number 7", "started", "marked"], ranges
with torch.autograd.profiler.emit_nvtx(record_shapes=True):
    x @ w
with torch.cuda.profiler.profile():
    torch.cuda.cudart().cudaProfilerStop()
torch.cuda.check_error(torch.cuda.cudart().cudaError.success)

# A nested profile is refused, and the outer one continues.
with profile(activities=BOTH) as prof:
    try:
        with profile(activities=BOTH):
            pass
    except RuntimeError as error:
        assert "already running" in str(error)
    else:
        raise AssertionError("two profiles at once")
    x @ w
assert any(e.name == "aten::mm" for e in prof.events())

# A graph's replay is one piece of work.
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    out = x * 2 + 1
with profile(activities=BOTH) as prof:
    graph.replay()
assert [e.name for e in prof.events() if str(e.device_type) == "DeviceType.CUDA"] == ["CUDA graph"]

for path in (TRACE, TRACE + ".gz", TRACE + ".stacks", os.path.join("profiler-check-traces", file)):
    os.remove(path)
os.rmdir("profiler-check-traces")
print("ok")
