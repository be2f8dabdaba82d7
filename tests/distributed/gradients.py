# Gradients of all ranks' parts equal those of the whole batch; every example is used once; communication overlaps.
import copy

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.nn.parallel.distributed import _MixedPrecision
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
rank, world = dist.get_rank(), dist.get_world_size()
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
inputs, targets = torch.randn(48, 3, 8, 8), torch.randint(0, 5, (48,))
base = nn.Sequential(
    nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 400), nn.Tanh(), nn.Linear(400, 700), nn.Linear(700, 5)
)
whole = copy.deepcopy(base)
nn.functional.cross_entropy(whole(inputs), targets).backward()
part = slice(rank * 48 // world, (rank + 1) * 48 // world)
for options in ({}, {"gradient_as_bucket_view": True}, {"bucket_cap_mb": 0.1}, {"find_unused_parameters": True}):
    model = DDP(copy.deepcopy(base).to(device), **options)
    for _ in range(2):
        model.zero_grad()
        nn.functional.cross_entropy(model(inputs[part].to(device)), targets[part].to(device)).backward()
    for ours, theirs in zip(model.parameters(), whole.parameters()):
        assert (ours.grad.cpu() - theirs.grad).abs().max() < 1e-6, options
# SyncBatchNorm equals batch norm of the whole batch, with its gradients and statistics.
weights = torch.randn(48, 3, 8, 8, dtype=torch.float64)
one = nn.Sequential(nn.BatchNorm2d(3).double())
many = nn.SyncBatchNorm.convert_sync_batchnorm(copy.deepcopy(one)).to(device)
assert type(many[0]) is nn.SyncBatchNorm
x = inputs.double().requires_grad_()
# Unequal parts.
cut = slice(0 if rank == 0 else rank * 48 // world - 1, (rank + 1) * 48 // world - (1 if rank < world - 1 else 0))
share = inputs[cut].double().to(device).requires_grad_()
y, z = one(x), many(share)
(y * weights).sum().backward()
(z * weights[cut].to(device)).sum().backward()
assert torch.allclose(z.cpu(), y[cut]) and torch.allclose(share.grad.cpu(), x.grad[cut])
dist.all_reduce(many[0].weight.grad)
assert torch.allclose(many[0].weight.grad.cpu(), one[0].weight.grad)
for ours, theirs in zip(many[0].buffers(), one[0].buffers()):
    assert torch.allclose(ours.cpu(), theirs)
many.eval(), one.eval()
assert torch.allclose(many(share).cpu(), one(x)[cut])
# Mixed precision: equals one process that computes in bfloat16 from copies of the parameters, averaged in float32.
for dtypes in ({"param_dtype": torch.bfloat16, "reduce_dtype": torch.float32}, {"reduce_dtype": torch.float16}):
    model = DDP(copy.deepcopy(base).to(device), mixed_precision=_MixedPrecision(**dtypes))
    output = model(inputs[part].to(device))
    assert output.dtype == dtypes.get("param_dtype", torch.float32)
    output.float().pow(2).mean().backward()
    expected = []
    for other in range(world):
        narrow = copy.deepcopy(base).to(device).to(output.dtype)
        theirs = inputs[other * 48 // world : (other + 1) * 48 // world].to(device).to(output.dtype)
        narrow(theirs).float().pow(2).mean().backward()
        expected.append([p.grad.float() / world for p in narrow.parameters()])
    for i, parameter in enumerate(model.parameters()):
        assert parameter.dtype == parameter.grad.dtype == torch.float32
        assert torch.allclose(parameter.grad, sum(grads[i] for grads in expected), rtol=1e-3, atol=1e-5), (i, dtypes)

# Buckets start while backward still runs: the last layers' before the first layer's gradient is computed.
model = DDP(copy.deepcopy(base).to(device), bucket_cap_mb=0.1)
seen = []
begin = dist.all_reduce
first = next(model.parameters())
first.register_hook(lambda grad: seen.append("first layer"))


def hook(state, bucket):
    seen.append(bucket.index())
    return begin(bucket.buffer().div_(world), async_op=True).get_future().then(lambda f: bucket.buffer())


model.register_comm_hook(None, hook)
nn.functional.cross_entropy(model(inputs[part].to(device)), targets[part].to(device)).backward()
assert seen.index("first layer") >= 2, seen
if device == "cpu" and world == 2:
    # On the timeline, every bucket except the last starts during backward, on its own thread. Backward waits in the
    # first layer, its last one, until the first bucket has finished.
    model = DDP(copy.deepcopy(base), bucket_cap_mb=0.1)
    next(model.parameters()).register_hook(lambda grad: model._reducer.buckets[0].future.wait() and None)
    with torch.profiler.profile() as profile:
        nn.functional.cross_entropy(model(inputs[part]), targets[part]).backward()
    events = profile.events()
    backward = [event for event in events if event.name.endswith("Backward0")]
    ended = max(event.time_range.end for event in backward)
    handed = [event for event in events if event.name.startswith("DDP bucket")]
    travelled = [event for event in events if event.name == "mpi:all_reduce"]
    assert len(travelled) == len(handed) == len(model._reducer.buckets) > 3, (len(travelled), len(handed))
    assert sum(event.time_range.start < ended for event in handed) >= len(handed) - 1
    assert {event.thread for event in travelled}.isdisjoint(event.thread for event in backward)
    assert min(event.time_range.end for event in travelled) <= ended
for length in (24, 25):
    sampler = DistributedSampler(range(length), shuffle=True)
    for epoch in range(3):
        sampler.set_epoch(epoch)
        loader = DataLoader(TensorDataset(torch.arange(length)), batch_size=3, sampler=sampler)
        mine = torch.cat([batch[0] for batch in loader])
        everybody = [torch.zeros_like(mine) for _ in range(world)]
        if device == "cuda":
            mine, everybody = mine.cuda(), [x.cuda() for x in everybody]
        dist.all_gather(everybody, mine)
        everything = torch.cat(everybody).cpu()
        assert set(everything.tolist()) == set(range(length)), everything
        assert len(everything) == -(-length // world) * world
print(rank, "agrees")
dist.destroy_process_group()
