"""Batches of a data set, made here or by workers."""

import math
from types import GenericAlias

import torch
from torch.utils.data._facts import _facts_html, _facts_text
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data._utils.fetch import _Fetcher, _Forever
from torch.utils.data._utils.pin_memory import _pinned
from torch.utils.data._utils.worker import _raise_again, _work
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler, _drawn_seed


class _BaseDataLoaderIter:
    """One pass over a loader."""

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.loader)


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """One pass over a loader whose batches are made on demand."""

    def __init__(self, loader):
        self.loader = loader
        self.sampler = iter(loader._index_sampler)
        # PyTorch draws a seed for its workers, so the default generator must advance equally.
        self.base_seed = loader._draw_seed()
        self.fetch = _Fetcher(loader)

    def __next__(self):
        batch = self.fetch(next(self.sampler))
        return _pinned(batch) if self.loader._pins else batch


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """One pass over a loader whose batches worker processes make in advance."""

    def __init__(self, loader):
        self.loader = loader
        self.workers = None
        self._start(loader._draw_seed, None)

    def _start(self, draw, workers):
        loader = self.loader
        self.sampler = iter(loader._index_sampler)
        self.base_seed = draw()
        if workers is None:
            workers = []
            for i in range(loader.num_workers):
                seed = self.base_seed
                workers.append(torch._fork_worker(lambda channel: _work(channel, loader, i, seed)))
        else:
            for worker in workers:
                worker.send((None, None))
        self.workers = workers
        self.active = [True] * len(workers)
        self.sent = self.received = self.turn = 0
        self.doing = {}
        self.done = {}
        for _ in range(loader.prefetch_factor * len(workers)):
            self._ask()

    def _ask(self):
        """Gives the next worker in turn the next indices."""
        try:
            indices = next(self.sampler)
        except StopIteration:
            return
        for _ in self.workers:
            worker = self.turn
            self.turn = (self.turn + 1) % len(self.workers)
            if self.active[worker]:
                self.workers[worker].send((self.sent, indices))
                self.doing[self.sent] = worker
                self.sent += 1
                return

    def _wait(self, worker):
        timeout = self.loader.timeout
        answer = self.workers[worker].receive(timeout if timeout > 0 else math.inf)
        if answer is None:
            raise RuntimeError(f"DataLoader timed out after {timeout} seconds")
        number, batch, problem, ended = answer[0]
        self.done[number] = (batch, problem, ended)

    def __next__(self):
        if self.workers is None:
            raise StopIteration
        while self.received < self.sent:
            number = self.received
            worker = self.doing[number]
            if number not in self.done and not self.active[worker]:
                # The worker's dataset was exhausted before this batch.
                self.received += 1
                continue
            try:
                while number not in self.done:
                    self._wait(worker)
            except RuntimeError:
                self._stop()
                raise
            batch, problem, ended = self.done.pop(number)
            del self.doing[number]
            self.received += 1
            if ended:
                self.active[worker] = False
                self._ask()
                continue
            self._ask()
            if problem is not None:
                if not self.loader.persistent_workers:
                    self._stop()
                _raise_again(problem, worker)
            return _pinned(batch) if self.loader._pins else batch
        if not self.loader.persistent_workers:
            self._stop()
        raise StopIteration

    def _stop(self):
        self.workers = None
        self.sent = self.received = 0


class DataLoader:
    """Batches of a dataset, in order or shuffled, made here or (num_workers) by processes that work ahead.
    Workers are forks of this session, on Linux; elsewhere batches are made here.

    Errors: ValueError for less than one item a batch:
            `torch.utils.data.DataLoader([1, 2], batch_size=0)`
            ValueError where sampler and shuffle are both given:
            `torch.utils.data.DataLoader([1, 2], shuffle=True, sampler=[0])`

    >>> list(torch.utils.data.DataLoader([10, 20, 30], batch_size=2))
    [tensor([10, 20]), tensor([30])]
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        timeout=0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor=None,
        persistent_workers=False,
        pin_memory_device="",
        in_order=True,
    ):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if num_workers == 0 and prefetch_factor is not None:
            raise ValueError(
                "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
                "multiprocessing, otherwise set prefetch_factor to None."
            )
        if prefetch_factor is not None and prefetch_factor < 0:
            raise ValueError("prefetch_factor option should be non-negative")
        if persistent_workers and num_workers == 0:
            raise ValueError("persistent_workers option needs num_workers > 0")
        self._streams = isinstance(dataset, IterableDataset)
        if self._streams:
            kind = "DataLoader with IterableDataset: expected unspecified"
            if shuffle not in (None, False):
                raise ValueError(f"{kind} shuffle option, but got shuffle={shuffle}")
            if sampler is not None:
                raise ValueError(f"{kind} sampler option, but got sampler={sampler}")
            if batch_sampler is not None:
                raise ValueError(f"{kind} batch_sampler option, but got batch_sampler={batch_sampler}")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        if sampler is None:
            if self._streams:
                sampler = _Forever()
            else:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        self._batched = batch_sampler is not None
        if collate_fn is None:
            collate_fn = default_collate if self._batched else default_convert
        self.collate_fn = collate_fn
        self.persistent_workers = persistent_workers
        self._kept = None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._batched else self.sampler

    @property
    def _pins(self):
        return self.pin_memory and torch.cuda.is_available()

    def _draw_seed(self):
        return _drawn_seed(self.generator)

    def __iter__(self):
        if self.num_workers == 0 or not torch._can_fork():
            return _SingleProcessDataLoaderIter(self)
        if not self.persistent_workers:
            return _MultiProcessingDataLoaderIter(self)
        if self._kept is None:
            self._kept = _MultiProcessingDataLoaderIter(self)
        else:
            self._kept._start(self._draw_seed, self._kept.workers)
        return self._kept

    def _facts(self):
        facts = [("dataset", type(self.dataset).__name__), ("batch_size", self.batch_size), ("num_workers", self.num_workers)]
        if not self._streams:
            facts += [("items", f"{len(self.dataset):,}"), ("batches", f"{len(self):,}")]
        facts += [("sampler", type(self.sampler).__name__), ("drop_last", self.drop_last), ("pin_memory", self.pin_memory)]
        return facts

    def _repr_html_(self):
        return _facts_html(self, self._facts())

    def _repr_pretty_(self, p, cycle):
        _facts_text(self, self._facts(), p)

    def __len__(self):
        if self._streams:
            length = len(self.dataset)
            if self.batch_size is None:
                return length
            return length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)
        return len(self._index_sampler)
