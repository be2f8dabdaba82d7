import copy

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.join import Join, Joinable, JoinHook
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.elastic.multiprocessing.errors import record
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()


def say(*what):
    print(f"{rank}:", *what)


def sums(tensors, digits=4):
    # A bias before a BatchNorm has the gradient 0, but for rounding: its sign says nothing.
    return [round(t.sum().item(), digits) + 0.0 for t in tensors]


torch.manual_seed(0)
inputs, targets = torch.randn(24, 6), torch.randint(0, 3, (24,))
base = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))
criterion = nn.CrossEntropyLoss()
for counts in ((1, 4), (5, 2), (3, 3)):
    for options in ({}, {"divide_by_initial_world_size": False}):
        for settings in ({}, {"find_unused_parameters": True}, {"gradient_as_bucket_view": True, "bucket_cap_mb": 0.0001}):
            model = DDP(copy.deepcopy(base), **settings)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            steps = 0
            with model.join(**options):
                for i in range(counts[rank]):
                    part = slice((i + rank * 3) % 6 * 4, (i + rank * 3) % 6 * 4 + 4)
                    optimizer.zero_grad()
                    criterion(model(inputs[part]), targets[part]).backward()
                    optimizer.step()
                    steps += 1
            say(counts, options, settings, steps, sums(model.parameters()), sums([model.module[1].running_mean]))
model = DDP(copy.deepcopy(base))
try:
    with model.join(throw_on_early_termination=True):
        for i in range(2 + rank):
            criterion(model(inputs[:4]), targets[:4]).backward()
            say("step", i)
except RuntimeError as error:
    say(error)
dist.barrier()
model = DDP(copy.deepcopy(base), gradient_as_bucket_view=True)
optimizer = ZeroRedundancyOptimizer(model.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)
with Join([model, optimizer]):
    for i in range(2 + rank):
        optimizer.zero_grad(set_to_none=False)
        criterion(model(inputs[4 * i : 4 * i + 4]), targets[4 * i : 4 * i + 4]).backward()
        optimizer.step()
say("zero", sums(model.parameters(), 3))


class Count(JoinHook):
    def __init__(self, counter):
        self.counter = counter

    def main_hook(self):
        dist.all_reduce(torch.zeros(1))
        self.counter.shadowed += 1

    def post_hook(self, is_last_joiner):
        self.counter.last = is_last_joiner


class Counter(Joinable):
    def __init__(self):
        super().__init__()
        self.total, self.shadowed, self.last = 0, 0, None

    def __call__(self):
        Join.notify_join_context(self)
        one = torch.ones(1)
        dist.all_reduce(one)
        self.total += int(one.item())

    def join_hook(self, **kwargs):
        return Count(self)

    @property
    def join_device(self):
        return torch.device("cpu")

    @property
    def join_process_group(self):
        return dist.group.WORLD


counter = Counter()
with Join([counter]):
    for _ in range(3 - 2 * rank):
        counter()
say("counter", counter.total, counter.shadowed, counter.last)


def hook(state, bucket: dist.GradBucket):
    state.append((bucket.index(), bucket.is_last(), len(bucket.gradients()), bucket.buffer().numel()))
    buffer = bucket.buffer().div_(world)
    return dist.all_reduce(buffer, async_op=True).get_future().then(lambda future: future.value()[0] * 1.0)


def later(state, bucket):
    future = torch.futures.Future()
    future.set_result(bucket.buffer() * 0 + 7)
    return future


model = DDP(copy.deepcopy(base))
seen = []
model.register_comm_hook(seen, hook)
criterion(model(inputs[:8]), targets[:8]).backward()
say("hook", seen, sums([p.grad for p in model.parameters()], 3))
model = DDP(copy.deepcopy(base))
model.register_comm_hook(None, later)
criterion(model(inputs[:8]), targets[:8]).backward()
say("future", sums([p.grad for p in model.parameters()]))
model = DDP(copy.deepcopy(base))
model._register_builtin_comm_hook(dist.BuiltinCommHookType.ALLREDUCE)
criterion(model(inputs[:8]), targets[:8]).backward()
say("builtin", sums([p.grad for p in model.parameters()], 3))
mine, everyone = dist.new_subgroups(1)
say("subgroups", len(everyone), dist.get_process_group_ranks(mine))
mine, everyone = dist.new_subgroups_by_enumeration([[1, 0]])
x = torch.ones(1) * rank
dist.all_reduce(x, group=mine)
say(x, dist.get_rank(mine))
for wrong in (lambda: dist.new_subgroups(3), lambda: dist.new_subgroups_by_enumeration([[0], [0]])):
    try:
        wrong()
    except ValueError as error:
        say(error)
mesh = init_device_mesh("cpu", (1, 2), mesh_dim_names=("replicas", "shards"))
say(mesh.ndim, tuple(mesh.shape), mesh.size(), mesh.size(1), mesh.get_coordinate(), mesh.get_local_rank("shards"))
x = torch.ones(2) + rank
dist.all_reduce(x, group=mesh.get_group("shards"))
dist.all_reduce(x, group=mesh["replicas"].get_group())
say(x, mesh["shards"].size(), mesh["shards"].mesh.tolist())
if rank == 0:
    dist.send_object_list(["text", {"n": [1, 2]}], dst=1)
else:
    got = [None, None]
    say(dist.recv_object_list(got, src=0), got)
work = dist.all_reduce(torch.ones(3) * rank, async_op=True)
say(work.wait(), work.is_completed(), work.is_success())
work = dist.all_reduce(x, async_op=True)
say(work.get_future().wait())
say(record(lambda: 5)(), dist.is_backend_available("gloo"), dist.get_default_backend_for_device("cuda"), dist.get_backend())
dist.destroy_process_group()
