# cpu only: workers are processes without a device
# DataLoader with worker processes: order, seeds, errors, iterable datasets, persistent workers, what is printed.
import random

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset, get_worker_info


class Squares(Dataset):
    def __init__(self, n, bad=None):
        self.n = n
        self.bad = bad

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i == self.bad:
            raise self.error
        return torch.tensor([i, i * i]), {"id": i, "name": f"n{i}"}

    error = ValueError("that one is bad")


for workers in (0, 1, 2, 3):
    torch.manual_seed(0)
    batches = [(x.tolist(), y["id"].tolist(), y["name"]) for x, y in DataLoader(Squares(7), 3, shuffle=True, num_workers=workers)]
    print(workers, batches, f"{torch.rand(1).item():.4f}")


class Drawn(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, i):
        info = get_worker_info()
        return info.id, info.num_workers, torch.rand(1).item(), random.random(), len(info.dataset)


torch.manual_seed(5)
for ids, count, a, b, size in DataLoader(Drawn(), 2, num_workers=2):
    print(ids.tolist(), count.tolist(), [f"{v:.5f}" for v in a.tolist()], [f"{v:.5f}" for v in b.tolist()], size.tolist())


class Stream(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        info = get_worker_info()
        if info is None:
            return iter(range(self.n))
        return iter(range(info.id, self.n, info.num_workers))


for workers in (0, 2, 3):
    print([batch.tolist() for batch in DataLoader(Stream(11), 2, num_workers=workers)])
    print([batch.tolist() for batch in DataLoader(Stream(11), 2, num_workers=workers, drop_last=True)])
print([item for item in DataLoader(Stream(5), None, num_workers=2)])


def started(worker_id):
    torch.manual_seed(worker_id)


print([round(a.sum().item(), 4) for _, _, a, _, _ in DataLoader(Drawn(), 3, num_workers=2, worker_init_fn=started)])
loader = DataLoader(Squares(6), 2, num_workers=2, persistent_workers=True, prefetch_factor=3)
for _ in range(3):
    print([x[:, 0].tolist() for x, _ in loader], end=" ")
print(len(loader))
for error in (ValueError("that one is bad"), KeyError("key"), IndexError("far"), RuntimeError("two\nlines")):
    Squares.error = error
    done = []
    try:
        for x, _ in DataLoader(Squares(8, bad=5), 2, num_workers=2):
            done.append(x[:, 0].tolist())
    except Exception as raised:
        lines = str(raised).strip().split("\n")
        print(type(raised).__name__, lines[0], done)


def broken(worker_id):
    raise OSError("no start")


try:
    list(DataLoader(Squares(4), 2, num_workers=1, worker_init_fn=broken))
except OSError as raised:
    print(str(raised).split("\n")[0])
early = iter(DataLoader(Squares(100), 2, num_workers=2))
print(next(early)[0][:, 0].tolist())
del early
table = TensorDataset(torch.arange(10), torch.arange(10) * 2)
print([[x.tolist() for x in batch] for batch in DataLoader(table, 4, num_workers=2)])
own = DataLoader([1, 2, 3, 4], 2, num_workers=1, collate_fn=lambda items: ("own", items))
print(list(own))
for options in (dict(num_workers=-1), dict(timeout=-1), dict(prefetch_factor=2), dict(persistent_workers=True), dict(num_workers=1, prefetch_factor=-1)):
    try:
        DataLoader(table, **options)
    except ValueError as raised:
        print(raised)
