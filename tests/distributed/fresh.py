# DDP as in tutorials, on a machine without MPI, and messages. Argument: the backend, "nccl" for emulated devices (each
# rank's default, or one each if there are enough), "gloo" for the processor.
import os
import sys

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

backend = sys.argv[1]
device = "cuda" if backend == "nccl" else "cpu"
dist.init_process_group(backend=backend)
rank, world = dist.get_rank(), dist.get_world_size()
assert (rank, world) == (int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]))
if device == "cuda" and torch.cuda.device_count() == world:
    torch.cuda.set_device(rank)
torch.manual_seed(rank)
model = DDP(nn.Linear(20, 4).to(device))
optimizer = torch.optim.Adam(model.parameters())
for _epoch in range(2):
    for _ in range(4):
        output = model(torch.randn(16, 20).to(device))
        loss = nn.functional.cross_entropy(output, torch.randint(0, 4, (16,)).to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
weights = [torch.empty_like(model.module.weight) for _ in range(world)]
dist.all_gather(weights, model.module.weight.detach())
assert all(torch.equal(weights[0], other) for other in weights)
x = torch.arange(5.0).to(device) + rank
dist.all_reduce(x)
assert x.tolist() == [world * i + world * (world - 1) / 2 for i in range(5)]
x = torch.full((3,), rank).to(device)
dist.broadcast(x, world - 1)
assert x.tolist() == [world - 1] * 3
# Messages in both directions, too large to be buffered.
mine, theirs = torch.full((300000,), float(rank)).to(device), torch.empty(300000).to(device)
after, before = (rank + 1) % world, (rank - 1) % world
for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, mine, after), dist.P2POp(dist.irecv, theirs, before)]):
    work.wait()
assert (theirs == before).all()
objects = [None] * world
dist.all_gather_object(objects, {"rank": rank})
assert objects == [{"rank": r} for r in range(world)]
dist.barrier()
print(rank, "agrees")
dist.destroy_process_group()
