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


def step(model, sync):
    model.zero_grad()
    if sync:
        model(inputs).sum().backward()
    else:
        with model.no_sync():
            model(inputs).sum().backward()


alone = timed(lambda: step(model, False), 10)
together = timed(lambda: step(model, True), 10)
buckets = [b.flat for b in model._reducer.buckets]
size = sum(flat.numel() * 4 for flat in buckets)
communication = timed(lambda: [dist.all_reduce(flat) for flat in buckets], 10)
hidden = 1 - (together - alone) / communication
say(f"{world} ranks: {1 / together:.1f} steps/s, {alone * 1e3:.1f} ms without, {together * 1e3:.1f} ms with communication")
say(f"communication {communication * 1e3:.1f} ms of {size >> 20} MiB, {hidden:.0%} of it hidden")


# Ranks of one machine copy through its memory, with the cores that compute: there is little to hide. A slow link, which takes time
# but no processor, is stood in for: each bucket's reduction lasts so long more, one after another.
def over_link(bandwidth):
    """The time of a step whose buckets go over such a link."""
    free = [0.0]

    def linked(state, bucket):
        work = dist.all_reduce(bucket.buffer().div_(world), async_op=True)
        free[0] = arrives = max(free[0], time.perf_counter()) + bucket.buffer().numel() * 4 / bandwidth

        def arrived(future):
            time.sleep(max(0.0, arrives - time.perf_counter()))
            return future.value()[0]

        return work.get_future().then(arrived)

    model = DDP(net, bucket_cap_mb=5)
    model.register_comm_hook(None, linked)
    return timed(lambda: step(model, True), 5)


forward = timed(lambda: model.module(inputs), 10)
free = over_link(float("inf"))
for bandwidth in (400e6, 100e6, 25e6):
    link, last = size / bandwidth, buckets[-1].numel() * 4 / bandwidth
    linked_step = over_link(bandwidth)
    # The page's model of a step: all but the last bucket can travel while backward goes on.
    model_says = forward + max(free - forward, link - last) + last
    say(
        f"link of {bandwidth / 1e6:.0f} MB/s: {link * 1e3:.0f} ms on it, step {linked_step * 1e3:.1f} ms instead of "
        f"{free * 1e3:.1f} (the model says {model_says * 1e3:.1f}), {1 - (linked_step - free) / link:.0%} of it hidden"
    )
dist.destroy_process_group()
