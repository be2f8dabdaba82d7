"""Batches copied to pinned memory."""

import torch


def _pinned(batch):
    if isinstance(batch, torch.Tensor):
        return batch.pin_memory()
    if isinstance(batch, dict):
        return {key: _pinned(item) for key, item in batch.items()}
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*[_pinned(item) for item in batch])
    if isinstance(batch, (tuple, list)):
        return type(batch)([_pinned(item) for item in batch])
    return batch
