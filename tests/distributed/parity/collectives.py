import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()


def say(*what):
    print(f"{rank}:", *what)


say(world, dist.is_initialized(), dist.get_backend())
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int8, torch.uint8):
    x = torch.arange(6).to(dtype).view(2, 3) + rank
    dist.all_reduce(x)
    say("sum", x.tolist(), x.dtype)
for op in (dist.ReduceOp.MIN, dist.ReduceOp.MAX, dist.ReduceOp.PRODUCT):
    x = torch.tensor([1.5, -2.0, 3.0]) * (rank + 1)
    dist.all_reduce(x, op=op)
    say(op, x.tolist())
for op in (dist.ReduceOp.BAND, dist.ReduceOp.BOR, dist.ReduceOp.BXOR):
    x = torch.tensor([5, 6, 7]) + 3 * rank
    dist.all_reduce(x, op=op)
    say(op, x.tolist())
for src in range(world):
    x = torch.full((2, 2), float(rank))
    dist.broadcast(x, src=src)
    say("broadcast", src, x.tolist())
x = torch.arange(3.0) + rank
dist.reduce(x, dst=1)
if rank == 1:
    say("reduce", x.tolist())
out = [torch.zeros(2, dtype=torch.int64) for _ in range(world)]
dist.all_gather(out, torch.tensor([rank, 10 * rank]))
say("all_gather", out)
out = torch.zeros(2 * world)
dist.all_gather_into_tensor(out, torch.tensor([rank + 0.5, rank + 0.25]))
say("all_gather_into_tensor", out)
out = torch.zeros(3)
dist.reduce_scatter(out, [torch.arange(3.0) + 10 * i + rank for i in range(world)])
say("reduce_scatter", out)
out = torch.zeros(2)
dist.reduce_scatter_tensor(out, torch.arange(2.0 * world) * (rank + 1))
say("reduce_scatter_tensor", out)
out = torch.zeros(world)
dist.all_to_all_single(out, torch.arange(float(world)) + 10 * rank)
say("all_to_all_single", out)
sent, received = ([1, 2], [1, 3]) if rank == 0 else ([3, 1], [2, 1])
out = torch.zeros(sum(received))
dist.all_to_all_single(out, torch.arange(float(sum(sent))) + 10 * rank, received, sent)
say("uneven all_to_all_single", out)
out = [torch.zeros(2) for _ in range(world)] if rank == 0 else None
dist.gather(torch.full((2,), float(rank)), out, dst=0)
say("gather", out)
out = torch.zeros(2)
dist.scatter(out, [torch.full((2,), i + 0.5) for i in range(world)] if rank == 1 else None, src=1)
say("scatter", out)
x = torch.arange(4.0)
if rank == 0:
    dist.send(x * 2, dst=1, tag=3)
    y = torch.zeros(4)
    say("recv from", dist.recv(y), y)
else:
    y = torch.zeros(4)
    say("recv from", dist.recv(y, src=0, tag=3), y)
    dist.send(y + 1, dst=0)
works = [dist.isend(torch.full((3,), rank + 1.0), 1 - rank), dist.irecv(z := torch.zeros(3), 1 - rank)]
for work in works:
    work.wait()
say("isend, irecv", z)
requests = dist.batch_isend_irecv([
    dist.P2POp(dist.isend, torch.full((2,), rank + 7.0), 1 - rank),
    dist.P2POp(dist.irecv, z := torch.zeros(2), 1 - rank),
])
for request in requests:
    request.wait()
say("batch", z)
works, tensors = [], [torch.full((100,), float(i + rank)) for i in range(8)]
for tensor in tensors:
    works.append(dist.all_reduce(tensor, async_op=True))
for work in works:
    work.wait()
say("async", [tensor[0].item() for tensor in tensors], all(work.is_completed() for work in works))
alone = dist.new_group([1])
say("group", dist.get_rank(alone), dist.get_world_size(alone))
if rank == 1:
    x = torch.ones(2)
    dist.all_reduce(x, group=alone)
    say("alone", x, dist.get_process_group_ranks(alone), dist.get_global_rank(alone, 0))
found = [None] * world
dist.all_gather_object(found, {"rank": rank, "list": [1, "two", (3.5, None)]})
say(found)
objects = ["text", {"a": 1}, rank] if rank == 0 else [None] * 3
dist.broadcast_object_list(objects, src=0)
say(objects)
found = [None] * world if rank == 1 else None
dist.gather_object(rank * 11, found, dst=1)
say(found)
mine = [None]
dist.scatter_object_list(mine, ["zero", "one"] if rank == 0 else [None, None], src=0)
say(mine)
dist.barrier()
for wrong in (
    lambda: dist.init_process_group("gloo"),
    lambda: dist.new_group([0, 5]),
    lambda: dist.gather(torch.zeros(2), None if rank == 0 else [torch.zeros(2)], dst=0),
):
    try:
        wrong()
    except (ValueError, RuntimeError) as error:
        say(type(error).__name__, error)
dist.destroy_process_group()
say(dist.is_initialized())
try:
    dist.barrier()
except ValueError as error:
    say(error)
