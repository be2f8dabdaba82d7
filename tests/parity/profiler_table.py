# cpu only: the events are made by hand, some of them a device's.
"""Tables of events with known figures: columns, widths, units, shares, order, totals."""
import warnings

from torch.autograd.profiler_util import (
    EventList,
    FunctionEvent,
    FunctionEventAvg,
    _format_memory,
    _format_time,
    _format_time_share,
)
import torch.autograd.profiler_util as util
from torch.profiler import ProfilerActivity

warnings.simplefilter("ignore")
try:
    CUDA = util.DeviceType.CUDA
except AttributeError:
    from torch.autograd import DeviceType

    CUDA = DeviceType.CUDA

for value in (0, 0.4, 12.3456, 999.9994, 999.9996, 1000, 1234567, 1e6, 86400e6):
    print(_format_time(value), end=" ")
print()
for value in (0, 1, -5, 1023, 1024, -2048, 1536, 1 << 20, 5 << 29, -(3 << 30)):
    print(_format_memory(value), end=" | ")
print()
print(_format_time_share(1, 3), _format_time_share(0, 0), _format_time_share(5, 5))


def event(id, name, start, end, **more):
    more.setdefault("use_device", None)
    more.setdefault("input_shapes", [])
    more.setdefault("stack", [])
    more.setdefault("overload_name", "")
    more.setdefault("flops", 0)
    return FunctionEvent(id, name, 1, start, end, **more)


def tied(parent, *children):
    for child in children:
        parent.append_cpu_child(child)
        child.set_cpu_parent(parent)


def on_cpu():
    linear = event(1, "aten::linear", 0.0, 120.5, input_shapes=[[8, 100], [51, 100], [51]], cpu_memory_usage=1632)
    t = event(2, "aten::t", 1.25, 11.0, input_shapes=[[51, 100]])
    addmm = event(3, "aten::addmm", 12.0, 118.0, input_shapes=[[51], [8, 100], [100, 51], [], []], cpu_memory_usage=1632, flops=81600)
    relu = event(4, "aten::relu", 121.0, 1500.75, input_shapes=[[8, 51]], cpu_memory_usage=-20480)
    again = event(5, "aten::linear", 1600.0, 1650.0, input_shapes=[[8, 51], [10, 51], [10]], cpu_memory_usage=320)
    step = event(6, "autograd::engine::evaluate_function: AddmmBackward0WithALongName", 1700.0, 1700.5)
    tied(linear, t, addmm)
    return [linear, t, addmm, relu, again, step]


def made(events, **options):
    events = EventList(events, **options)
    events._tree_built = True
    return events


keys = ("cpu_time", "cpu_time_total", "self_cpu_time_total", "cpu_memory_usage", "self_cpu_memory_usage", "count")
events = made(on_cpu(), profile_memory=True, with_flops=True)
print(events.table())
print(events.table(sort_by="self_cpu_time_total", row_limit=2, header="The header", top_level_events_only=True))
averages = events.key_averages()
print(averages.table())
for key in keys:
    print(averages.table(sort_by=key, row_limit=3, max_name_column_width=24))
print(events.key_averages(group_by_input_shapes=True).table(sort_by="cpu_time_total", max_shapes_column_width=30))
print(averages.table(row_limit=0), averages.table(row_limit=-1, max_name_column_width=None, time_unit="ms"))
print(averages.table(time_unit="s", row_limit=1), averages.table(time_unit="us", row_limit=1))
print([(e.key, e.count, e.cpu_time_total, e.self_cpu_time_total, e.cpu_time, e.flops, e.input_shapes) for e in averages])
total = events.total_average()
print(total.key, total.count, total.self_cpu_time_total, total.cpu_memory_usage, total.flops)
print(events.self_cpu_time_total, averages.self_cpu_time_total)
print(repr(events[0]))
print(repr(averages[0]))
print(repr(made([]).table()))

plain = made([event(1, "a", 0.0, 2000000.0), event(2, "b", 2000000.0, 2000010.0)])
print(plain)
print(plain.key_averages())

# Where operations were asked for.
stacks = [
    event(1, "aten::mm", 0.0, 10.0, stack=["train.py(3): inner", "train.py(9): outer", "train.py(12): <module>"]),
    event(2, "aten::mm", 10.0, 30.0, stack=["train.py(4): inner", "train.py(9): outer", "train.py(12): <module>"]),
    event(3, "aten::mm", 30.0, 35.0, stack=["train.py(3): inner", "train.py(9): outer", "train.py(12): <module>"]),
]
located = made(stacks)
for depth in (1, 2, 5):
    print(located.key_averages(group_by_stack_n=depth).table(sort_by="count", max_src_column_width=22 if depth == 2 else 75))
located.export_stacks("profiler_stacks.tmp", "self_cpu_time_total")
print(open("profiler_stacks.tmp").read(), end="")
import os

os.remove("profiler_stacks.tmp")
try:
    located.export_stacks("profiler_stacks.tmp", "count")
except ValueError as error:
    print(error)

# With a device's work.
work = on_cpu()
for e in work:
    e.use_device = "cuda"
work[2].append_kernel("gemm", 0, 300.0)
work[2].append_kernel("bias", 0, 12.5)
work[4].append_kernel("gemm", 0, 40.0)
work[4].device_memory_usage = 3 << 20
for id, name, start, end in ((7, "gemm", 200.0, 500.0), (8, "bias", 500.0, 512.5), (9, "gemm", 1650.0, 1690.0)):
    work.append(event(id, name, start, end, use_device="cuda", device_type=CUDA))
work.append(event(10, "forward", 200.0, 1690.0, use_device="cuda", device_type=CUDA, is_user_annotation=True))
work = made(work, use_device="cuda", profile_memory=True)
print(work.key_averages().table(sort_by="cuda_time_total"))
for key in ("device_time_total", "self_device_time_total", "self_cuda_time_total", "self_cuda_memory_usage", "cuda_time"):
    print(work.key_averages().table(sort_by=key, row_limit=4))
print([(e.key, e.device_time_total, e.self_device_time_total, e.device_time) for e in work.key_averages()])
print(repr(work[2]))
sums = FunctionEventAvg()
sums.add(work[0])
sums += work[4]
print(sums.count, sums.cpu_time_total, sums.device_memory_usage)
try:
    sums.add(work[1])
except AssertionError as error:
    print(error)
print(ProfilerActivity.CPU, ProfilerActivity.CUDA)
