# What several ranks cost: all-reduces by size, DistributedDataParallel's steps, and the share of communication that backward
# hides. tensorcell run --nproc N benches/distributed/bench.py; beside it benches/distributed/allreduce.c, MPI's own loop.
import time

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()


def say(*what):
    if rank == 0:
        print(*what)


def timed(work, loops):
    for _ in range(3):
        work()
    dist.barrier()
    began = time.perf_counter()
    for _ in range(loops):
        work()
    return (time.perf_counter() - began) / loops


size = 4
while size <= 32 << 20:
    x = torch.zeros(size // 4)
    say(f"{size:10d} {timed(lambda: dist.all_reduce(x), 200 if size < 1 << 16 else 20) * 1e6:12.1f} us")
    size *= 8

torch.manual_seed(0)
net = nn.Sequential(*[nn.Linear(1024, 1024) for _ in range(6)])
inputs = torch.randn(64, 1024)
model = DDP(net, bucket_cap_mb=5)


def step(sync):
    model.zero_grad()
    if sync:
        model(inputs).sum().backward()
    else:
        with model.no_sync():
            model(inputs).sum().backward()


alone = timed(lambda: step(False), 10)
together = timed(lambda: step(True), 10)
buckets = [b.flat for b in model._reducer.buckets]
communication = timed(lambda: [dist.all_reduce(flat) for flat in buckets], 10)
hidden = 1 - (together - alone) / communication
say(f"{world} ranks: {1 / together:.1f} steps/s, {alone * 1e3:.1f} ms without, {together * 1e3:.1f} ms with communication")
say(f"communication {communication * 1e3:.1f} ms of {sum(f.numel() * 4 for f in buckets) >> 20} MiB, {hidden:.0%} of it hidden")
dist.destroy_process_group()
