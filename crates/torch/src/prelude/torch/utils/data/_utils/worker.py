"""A process that makes batches."""

import random

import torch
from torch.utils.data._utils.fetch import _Fetcher


class WorkerInfo:
    """The result of `get_worker_info` inside a worker."""

    def __init__(self, id, num_workers, seed, dataset):
        self.id = id
        self.num_workers = num_workers
        self.seed = seed
        self.dataset = dataset

    def __repr__(self):
        items = [f"{key}={value}" for key, value in self.__dict__.items()]
        return f"WorkerInfo({', '.join(items)})"


_worker_info = None


def get_worker_info():
    """Returns the current worker's id, num_workers, seed and copy of the dataset, or None outside of workers."""
    return _worker_info


def _numpy_seed(base_seed, worker_id):
    """Four words from a loader's seed and a worker's number, as NumPy's SeedSequence would mix them."""
    mask = 0xFFFFFFFF
    constant = 0x43B0D7E5

    def hashed(value):
        nonlocal constant
        value = (value ^ constant) & mask
        constant = constant * 0x931E8875 & mask
        value = value * constant & mask
        return value ^ value >> 16

    def mixed(x, y):
        value = ((0xCA01F9DD * x & mask) - (0x4973F715 * y & mask)) & mask
        return value ^ value >> 16

    pool = [hashed(word) for word in (worker_id, base_seed & mask, base_seed >> 32, 0)]
    for i in range(4):
        for j in range(4):
            if i != j:
                pool[j] = mixed(pool[j], hashed(pool[i]))
    constant = 0x8B51F9DD
    words = []
    for word in pool:
        word = (word ^ constant) & mask
        constant = constant * 0x58F38DED & mask
        word = word * constant & mask
        words.append(word ^ word >> 16)
    return words


def _work(channel, loader, worker_id, base_seed):
    """The main loop of a worker: makes batches for the received indices until there are no more."""
    global _worker_info
    seed = base_seed + worker_id
    random.seed(seed)
    torch.manual_seed(seed)
    try:
        import numpy

        numpy.random.seed(_numpy_seed(base_seed, worker_id))
    except AttributeError:
        pass
    _worker_info = WorkerInfo(worker_id, loader.num_workers, seed, loader.dataset)

    def begin():
        if loader.worker_init_fn is not None:
            loader.worker_init_fn(worker_id)
        return _Fetcher(loader)

    fetch, problem = torch._attempt(begin)
    while True:
        task = channel.receive()
        if task is None:
            return
        number, indices = task
        if number is None:
            fetch, problem = torch._attempt(_Fetcher, loader)
            continue
        batch, ended = None, False
        if problem is None:
            try:
                batch, problem = torch._attempt(fetch, indices)
            except StopIteration:
                ended = loader._streams
                if not ended:
                    problem = ("builtins", "StopIteration", "StopIteration")
        # A batch that cannot be sent is an error of the worker, too.
        _, unsent = torch._attempt(channel.send, (number, batch, problem, ended))
        if unsent is not None:
            channel.send((number, None, unsent, False))
        problem = None


class _Message(str):
    """The text of a KeyError, which would otherwise be shown with its line ends escaped."""

    def __repr__(self):
        return str(self)


def _raise_again(problem, worker_id):
    """Recreates the worker's exception, with its own class if that accepts a text."""
    module, name, report = problem
    text = f"Caught {name} in DataLoader worker process {worker_id}.\nOriginal {report.rstrip()}\n"
    kind = torch._class_named(module, name)
    if kind is KeyError:
        raise KeyError(_Message(text))
    try:
        error = kind(text)
    except TypeError:
        raise RuntimeError(text) from None
    raise error
