"""Samples fetched from a data set."""

import torch
from torch.utils.data._utils.collate import default_collate
from torch.utils.data.dataset import Subset, TensorDataset


def _rows(dataset, indices):
    """Rows of a TensorDataset, or of a Subset of one, as `default_collate` would stack them; None for other datasets."""
    while type(dataset) is Subset:
        indices = [dataset.indices[i] for i in indices]
        dataset = dataset.dataset
    if type(dataset) is not TensorDataset:
        return None
    index = torch.tensor(indices)
    return [x.index_select(0, index.to(x.device)) for x in dataset.tensors]


class _Fetcher:
    """Makes the batch of some indices; of an iterable dataset, the next batch."""

    def __init__(self, loader):
        self.dataset = loader.dataset
        self.streams = loader._streams
        self.batched = loader._batched
        self.collate_fn = loader.collate_fn
        self.drop_last = loader.drop_last
        self.items = iter(loader.dataset) if loader._streams else None
        self.ended = False

    def __call__(self, indices):
        if self.streams:
            return self._next(indices)
        if not self.batched:
            return self.collate_fn(self.dataset[indices])
        batch = _rows(self.dataset, indices) if self.collate_fn is default_collate else None
        if batch is not None:
            return batch
        if hasattr(self.dataset, "__getitems__"):
            return self.collate_fn(self.dataset.__getitems__(indices))
        return self.collate_fn([self.dataset[i] for i in indices])

    def _next(self, indices):
        if self.ended:
            raise StopIteration
        if not self.batched:
            return self.collate_fn(next(self.items))
        batch = []
        for _ in indices:
            try:
                batch.append(next(self.items))
            except StopIteration:
                self.ended = True
                break
        if not batch or (self.drop_last and self.ended):
            raise StopIteration
        return self.collate_fn(batch)


class _Forever:
    """Placeholder indices for iterable datasets, which need none."""

    def __iter__(self):
        while True:
            yield None
