import copy

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()


def say(*what):
    print(f"{rank}:", *what)


def grads(model):
    return [None if p.grad is None else round(p.grad.abs().sum().item(), 3) for p in model.parameters()]


torch.manual_seed(0)
inputs, targets = torch.randn(16, 6), torch.randint(0, 3, (16,))
base = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
criterion = nn.CrossEntropyLoss()
part = slice(rank * 8, rank * 8 + 8)
for options in ({}, {"gradient_as_bucket_view": True}, {"bucket_cap_mb": 0.0001}, {"static_graph": True}):
    model = DDP(copy.deepcopy(base), **options)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for _ in range(4):
        optimizer.zero_grad()
        loss = criterion(model(inputs[part]), targets[part])
        loss.backward()
        optimizer.step()
    say(options, round(loss.item(), 4), grads(model), [round(p.sum().item(), 4) for p in model.parameters()])
model = DDP(copy.deepcopy(base))
with model.no_sync():
    criterion(model(inputs[part][:4]), targets[part][:4]).backward()
say("no_sync", grads(model))
criterion(model(inputs[part][4:]), targets[part][4:]).backward()
say("then", grads(model))
for hook in (default_hooks.allreduce_hook, default_hooks.fp16_compress_hook, default_hooks.bf16_compress_hook):
    model = DDP(copy.deepcopy(base))
    model.register_comm_hook(None, hook)
    criterion(model(inputs[part]), targets[part]).backward()
    say(hook.__name__, [round(g, 2) for g in grads(model)])


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.never = nn.Linear(6, 3), nn.Linear(6, 3), nn.Linear(2, 2)
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        return self.norm(self.a(x) if rank == 0 else self.b(x))


torch.manual_seed(5)
model = DDP(Branches(), find_unused_parameters=True)
for _ in range(2):
    model.zero_grad()
    criterion(model(inputs[part]), targets[part]).backward()
say("unused", grads(model))
model(inputs[part])
model.eval()
model(inputs[:2])
say("buffers", [round(x, 4) for x in model.module.norm.running_mean.tolist()], model.module.norm.num_batches_tracked.item())
say(list(model.state_dict()))
model = DDP(Branches())
criterion(model(inputs[part]), targets[part]).backward()
try:
    model(inputs[part])
except RuntimeError as error:
    say(str(error)[:90])
torch.manual_seed(rank)
model = DDP(nn.Linear(2, 2))
say("rank 0's", [round(x, 4) for x in model.module.weight.flatten().tolist()])
try:
    DDP(nn.ReLU())
except RuntimeError as error:
    say(error)
for length in (10, 11, 3):
    for options in ({}, {"shuffle": False}, {"drop_last": True}, {"seed": 7}):
        sampler = DistributedSampler(range(length), **options)
        orders = [list(sampler)]
        sampler.set_epoch(2)
        say(length, options, len(sampler), orders + [list(sampler)])
loader = DataLoader(TensorDataset(torch.arange(9)), batch_size=2, sampler=DistributedSampler(range(9), shuffle=False))
say([batch[0].tolist() for batch in loader])
torch.manual_seed(0)
model = DDP(copy.deepcopy(base))
optimizer = ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.Adam, lr=0.05)
for _ in range(3):
    optimizer.zero_grad()
    criterion(model(inputs[part]), targets[part]).backward()
    optimizer.step()
say("zero", [round(p.sum().item(), 4) for p in model.parameters()])
try:
    optimizer.state_dict()
except RuntimeError as error:
    say(str(error)[:60])
optimizer.consolidate_state_dict(to=0)
if rank == 0:
    say(sorted(optimizer.state_dict()["state"]))
model = DDP(copy.deepcopy(base))
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = criterion(model(inputs[part]), targets[part])
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
say("amp", round(loss.item(), 1), [round(p.sum().item(), 1) for p in model.parameters()], scaler.get_scale())
dist.destroy_process_group()
