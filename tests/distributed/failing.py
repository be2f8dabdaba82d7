# Ranks that fail or end: the first argument says how, the second when.
import os
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

how, when = sys.argv[1], sys.argv[2]
rank = int(os.environ["RANK"])
nccl = "TENSORCELL_EMULATE_NCCL" in os.environ
if nccl:
    torch.set_default_device(f"cuda:{rank}")
    torch.cuda.set_device(0 if how == "device" else rank)


def sleep_for_ever():
    while True:
        time.sleep(60)


def end():
    if rank != 1:
        return
    if how == "killed":
        with open("pid.new", "w") as file:
            file.write(str(os.getpid()))
        os.rename("pid.new", "pid")
        sleep_for_ever()
    if how == "raises":
        raise ValueError("I am the one")
    if how == "leaves":
        sys.exit(0)


if when == "init":
    end()
# Longer than the test waits: a rank that ends has noticed the failure.
dist.init_process_group("nccl" if nccl else "gloo", timeout=timedelta(days=1))
if how == "shapes":
    dist.all_reduce(torch.ones(3 + rank))
if how == "dtypes":
    dist.all_reduce(torch.ones(3, dtype=torch.float32 if rank else torch.float64))
if how == "device":
    dist.all_reduce(torch.ones(3, device="cuda:0"))
if how == "host":
    dist.all_reduce(torch.ones(3, device="cpu"))
if how == "calls":
    dist.barrier() if rank else dist.all_reduce(torch.ones(3))
if how == "group":
    dist.new_group([0] if rank else [0, 1])
if how == "late":
    dist.barrier()
    if rank:
        sleep_for_ever()
    dist.group.WORLD._timeout = timedelta(seconds=2)
    dist.barrier()
if nccl:
    torch.cuda.synchronize()
if how == "message":
    dist.send(torch.ones(2), 1) if rank == 0 else dist.recv(torch.zeros(5), 0)
if how == "models":
    DDP(nn.Linear(2, 2 + rank))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        if when == "forward":
            end()
        return self.layer(x)


model = DDP(Net())
for step in range(3):
    if step == 1 and when == "between":
        end()
    if step == 1 and when == "reduce" and rank == 1:
        end()
    model(torch.ones(2, 4)).sum().backward()
if nccl:
    torch.cuda.synchronize()
print(rank, "came through")
