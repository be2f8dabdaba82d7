# The shape of a PyTorch data pipeline, in the language alone: Dataset, Sampler, DataLoader, transforms, collate.
import math, random
from abc import ABC, abstractmethod
from typing import Any, Callable, Dict, Generic, Iterable, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union

T_co = TypeVar("T_co", covariant=True)

class Dataset(Generic[T_co]):
    def __getitem__(self, index) -> T_co:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")
    def __add__(self, other: "Dataset[T_co]") -> "ConcatDataset[T_co]":
        return ConcatDataset([self, other])

class ConcatDataset(Dataset[T_co]):
    datasets: List[Dataset[T_co]]
    cumulative_sizes: List[int]
    @staticmethod
    def cumsum(sequence):
        r, s = [], 0
        for e in sequence:
            l = len(e)
            r.append(l + s)
            s += l
        return r
    def __init__(self, datasets: Iterable[Dataset]) -> None:
        super().__init__()
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, "datasets should not be an empty iterable"
        self.cumulative_sizes = self.cumsum(self.datasets)
    def __len__(self):
        return self.cumulative_sizes[-1]
    def __getitem__(self, idx):
        import bisect
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx = len(self) + idx
        dataset_idx = bisect.bisect_right(self.cumulative_sizes, idx)
        sample_idx = idx if dataset_idx == 0 else idx - self.cumulative_sizes[dataset_idx - 1]
        return self.datasets[dataset_idx][sample_idx]

class Squares(Dataset[Tuple[int, int]]):
    def __init__(self, n: int, transform: Optional[Callable] = None):
        self.n, self.transform = n, transform
    def __len__(self): return self.n
    def __getitem__(self, i):
        if not 0 <= i < self.n: raise IndexError(i)
        x = (i, i * i)
        return self.transform(x) if self.transform else x

class Compose:
    def __init__(self, ts): self.ts = ts
    def __call__(self, x):
        for t in self.ts: x = t(x)
        return x
    def __repr__(self):
        inner = "\n".join(f"    {t!r}" for t in self.ts)
        return f"{self.__class__.__name__}(\n{inner}\n)"
class Scale:
    def __init__(self, k): self.k = k
    def __call__(self, p): return tuple(v * self.k for v in p)
    def __repr__(self): return f"{type(self).__name__}(k={self.k})"

class Sampler:
    def __init__(self, n, shuffle=False, seed=0):
        self.n, self.shuffle, self.rng = n, shuffle, random.Random(seed)
    def __iter__(self) -> Iterator[int]:
        order = list(range(self.n))
        if self.shuffle: self.rng.shuffle(order)
        yield from order
    def __len__(self): return self.n

class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=False, drop_last=False, collate_fn=None):
        self.__dict__.update({k: v for k, v in locals().items() if k != "self"})
        self.sampler = Sampler(len(dataset), shuffle, 42)
        self.collate_fn = collate_fn or (lambda batch: tuple(map(list, zip(*batch))))
    def __iter__(self):
        batch = []
        for i in self.sampler:
            batch.append(self.dataset[i])
            if len(batch) == self.batch_size:
                yield self.collate_fn(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.collate_fn(batch)
    def __len__(self):
        return (math.floor if self.drop_last else math.ceil)(len(self.dataset) / self.batch_size)

t = Compose([Scale(2), Scale(-1)])
print(t)
both = Squares(3) + Squares(4, t)
print(len(both), both[-1], both[0], [both[i] for i in range(len(both))])
try: both[-8]
except ValueError as e: print(e)
try: Dataset()[0]
except NotImplementedError as e: print(e)
try: ConcatDataset([])
except AssertionError as e: print(e)
for loader in (DataLoader(both, 3), DataLoader(both, 3, drop_last=True), DataLoader(both, 2, True)):
    print(len(loader), sorted(len(x) for x, y in loader))
for epoch in range(2):
    for batch_idx, (x, y) in enumerate(DataLoader(both, batch_size=4)):
        print(f"Epoch [{epoch + 1}/{2}], Step [{batch_idx + 1}], x: {x}, y: {y}")
print(random.Random(42).sample(range(7), 7))
print(Dataset.__orig_bases__[0].__origin__.__name__, ConcatDataset.__annotations__.keys())
print(list(Squares(3)), (3, 9) in Squares(5))
