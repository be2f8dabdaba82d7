"""Samples stacked into a batch."""

import torch


def default_collate(batch):
    """A batch of one kind of item: tensors are stacked, numbers become tensors, containers are collated inside.

    >>> torch.utils.data.default_collate([(torch.tensor([1.]), 0), (torch.tensor([2.]), 1)])
    [tensor([[1.],
            [2.]]), tensor([0, 1])]
    """
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if type(first).__module__ == "numpy":
        return torch.stack([torch.as_tensor(item) for item in batch], 0)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, dict):
        collated = {key: default_collate([item[key] for item in batch]) for key in first}
        return collated if type(first) is dict else type(first)(collated)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*[default_collate(items) for items in zip(*batch)])
    if isinstance(first, (tuple, list)):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(items) for items in zip(*batch)]
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}")


def default_convert(data):
    """Items of a loader without batches: arrays become tensors, everything else stays."""
    if type(data).__module__ == "numpy":
        return torch.as_tensor(data)
    if isinstance(data, dict):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[default_convert(value) for value in data])
    if isinstance(data, (tuple, list)):
        return [default_convert(value) for value in data]
    return data
