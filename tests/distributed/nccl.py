# Compares collectives over NCCL with closed forms, and a module's gradients with a single process. Each rank has its
# own GPU; one rank alone is supported too.
import copy
import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl", timeout=timedelta(seconds=120))
assert dist.get_backend() == "nccl" and dist.is_nccl_available()
rank, world = dist.get_rank(), dist.get_world_size()
everybody = range(world)


def own(r, *shape, dtype=torch.float32):
    """What rank r gives: small whole numbers, exact in every dtype."""
    count = 1
    for n in shape:
        count *= n
    return ((torch.arange(count) * 3 + r * 5) % 7 + 1).to(dtype).view(shape).cuda()


def equal(got, expected, what):
    assert torch.equal(got, expected), (what, rank, got, expected)


dtypes = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.uint8, torch.int8]
operations = {
    "SUM": lambda xs: torch.stack(xs).sum(0, dtype=xs[0].dtype),
    "PRODUCT": lambda xs: torch.stack(xs).prod(0, dtype=xs[0].dtype),
    "MIN": lambda xs: torch.stack(xs).amin(0),
    "MAX": lambda xs: torch.stack(xs).amax(0),
}
for dtype in dtypes:
    for size in (1, 1000, 300000):
        if size > 1000 and dtype != torch.float32:
            continue
        for name, reduced in operations.items():
            if name == "PRODUCT" and dtype in (torch.uint8, torch.int8, torch.float16, torch.bfloat16) and world > 2:
                continue
            given = [own(r, size, dtype=dtype) for r in everybody]
            x = own(rank, size, dtype=dtype)
            dist.all_reduce(x, op=getattr(dist.ReduceOp, name))
            equal(x, reduced(given), ("all_reduce", dtype, size, name))
x = own(rank, 6)
dist.all_reduce(x, op=dist.ReduceOp.AVG)
assert torch.allclose(x, torch.stack([own(r, 6) for r in everybody]).mean(0))
flags = torch.tensor([rank == 0, True, False]).cuda()
dist.all_reduce(flags)
assert flags.tolist() == [True, True, False]
for root in everybody:
    x = own(rank, 3, 5)
    dist.broadcast(x, root)
    equal(x, own(root, 3, 5), "broadcast")
    x = own(rank, 70000)
    dist.reduce(x, root)
    equal(x, sum(own(r, 70000) for r in everybody) if rank == root else own(rank, 70000), "reduce")
    found = [torch.empty(4, device="cuda") for _ in everybody] if rank == root else None
    dist.gather(own(rank, 4), found, root)
    if rank == root:
        equal(torch.stack(found), torch.stack([own(r, 4) for r in everybody]), "gather")
    x = torch.empty(4, device="cuda")
    dist.scatter(x, [own(r, 4) * 2 for r in everybody] if rank == root else None, root)
    equal(x, own(rank, 4) * 2, "scatter")
out = torch.empty(world * 9, device="cuda")
dist.all_gather_into_tensor(out, own(rank, 9))
equal(out, torch.cat([own(r, 9) for r in everybody]), "all_gather_into_tensor")
pieces = [torch.empty(2, 2, device="cuda") for _ in everybody]
dist.all_gather(pieces, own(rank, 2, 2))
equal(torch.stack(pieces), torch.stack([own(r, 2, 2) for r in everybody]), "all_gather")
out = torch.empty(5, device="cuda")
dist.reduce_scatter_tensor(out, own(rank, world * 5))
equal(out, sum(own(r, world * 5) for r in everybody)[rank * 5 : rank * 5 + 5], "reduce_scatter_tensor")
# Rank r sends rank p a tensor of p + 1 elements with both numbers.
out = torch.empty(world * (rank + 1), device="cuda")
given = torch.cat([torch.full((p + 1,), 10.0 * rank + p) for p in everybody]).cuda()
dist.all_to_all_single(out, given, [rank + 1] * world, [p + 1 for p in everybody])
equal(out, torch.cat([torch.full((rank + 1,), 10.0 * r + rank) for r in everybody]).cuda(), "all_to_all_single")
objects = [None] * world
dist.all_gather_object(objects, {"rank": rank})
assert objects == [{"rank": r} for r in everybody]
dist.barrier()

# Messages so large that both are in progress at once.
if world > 1:
    after, before = (rank + 1) % world, (rank - 1) % world
    mine, theirs = own(rank, 500000), torch.zeros(500000, device="cuda")
    works = dist.batch_isend_irecv([dist.P2POp(dist.isend, mine, after), dist.P2POp(dist.irecv, theirs, before)])
    for work in works:
        work.wait()
    equal(theirs, own(before, 500000), "batch_isend_irecv")
    # The first message between two ranks connects them and waits for both; later ones delay no collective.
    if rank < 2:
        x = own(0, 8)
        dist.send(x, 1) if rank == 0 else dist.recv(x, 0)
    if rank == 0:
        work = dist.isend(own(0, 8), 1)
    x = torch.ones(3, device="cuda")
    dist.all_reduce(x)
    assert x.tolist() == [world] * 3
    if rank == 0:
        work.wait()
    if rank == 1:
        x = torch.empty(8, device="cuda")
        assert dist.recv(x, 0) == 0
        equal(x, own(0, 8), "recv")
    group = dist.new_group([0, 1])
    if rank < 2:
        x = own(rank, 4)
        dist.all_reduce(x, group=group)
        equal(x, own(0, 4) + own(1, 4), "group")

# Work queued after a wait runs after the operation, and the operation after work queued before it.
x = torch.zeros(1 << 18, device="cuda")
for step in range(20):
    x += rank + 1
    work = dist.all_reduce(x, async_op=True)
    work.wait()
    x /= world
    if step % 7 == 0:
        torch.cuda.synchronize()
        assert work.is_completed()
assert abs(x[5].item() - 20 * (world + 1) / 2) < 1e-3, x[5].item()

torch.manual_seed(0)
inputs, targets = torch.randn(8 * world, 20).cuda(), torch.randint(0, 5, (8 * world,)).cuda()
base = nn.Sequential(nn.Linear(20, 300), nn.Tanh(), nn.Linear(300, 200), nn.ReLU(), nn.Linear(200, 5)).cuda()
whole = copy.deepcopy(base)
nn.functional.cross_entropy(whole(inputs), targets).backward()
part = slice(8 * rank, 8 * rank + 8)
for options in ({}, {"bucket_cap_mb": 0.1}, {"gradient_as_bucket_view": True}):
    model = DDP(copy.deepcopy(base), device_ids=[torch.cuda.current_device()], **options)
    nn.functional.cross_entropy(model(inputs[part]), targets[part]).backward()
    for ours, theirs in zip(model.parameters(), whole.parameters()):
        assert torch.allclose(ours.grad, theirs.grad, atol=1e-6), (rank, options)
dist.destroy_process_group()
print("ok")
