# 3,000 steps: device memory stays constant after the first 500, the test watches host memory, and all ranks have the same model.
import os
import time

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def weighed(step):
    """Says who this process is, and waits until the test has looked at its memory."""
    with open(f"pid-{step}-{rank}.new", "w") as file:
        file.write(str(os.getpid()))
    os.rename(f"pid-{step}-{rank}.new", f"pid-{step}-{rank}")
    while not os.path.exists(f"go-{step}"):
        time.sleep(0.01)


device = "cuda" if torch.cuda.is_available() else "cpu"

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)
model = DDP(nn.Sequential(nn.Linear(32, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 8)).to(device))
optimizer = torch.optim.Adam(model.parameters())
for _ in range(10_000):
    torch.zeros(8, device=device)  # The records of the device's memory are full: from now on they keep their size.
seen = []
for step in range(3000):
    optimizer.zero_grad()
    loss = model(torch.randn(16, 32, device=device)).pow(2).mean()
    loss.backward()
    optimizer.step()
    if step % 500 == 499:
        seen.append(torch.cuda.memory_allocated())
        weighed(step)
assert device == "cpu" or (seen[0] > 0 and len(set(seen)) == 1), seen
weights = [torch.zeros_like(model.module[0].weight) for _ in range(dist.get_world_size())]
dist.all_gather(weights, model.module[0].weight.detach())
assert all(torch.equal(weights[0], other) for other in weights)
if rank == 0:
    torch.save(model.module.state_dict(), "checkpoint.pt")
dist.barrier()
state = torch.load("checkpoint.pt", map_location=device)
assert torch.equal(state["0.weight"], model.module[0].weight)
print(rank, "ended", step + 1)
dist.destroy_process_group()
