"""`torch.utils.data.DataLoader`: batches, made here or by worker processes."""

import random


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
    raise TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}"
    )


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


class WorkerInfo:
    """What `get_worker_info` gives inside a worker."""

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
    """Of the worker that asks: id, num_workers, seed and its copy of the dataset; None outside of workers."""
    return _worker_info


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
    """Indices for iterable datasets, which want none."""

    def __iter__(self):
        while True:
            yield None


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


class _Here:
    """One pass over a loader, whose batches are made when they are asked for."""

    def __init__(self, loader):
        self.loader = loader
        self.sampler = iter(loader._index_sampler)
        # PyTorch draws a seed for its workers; the default generator must stand where it stands there.
        self.base_seed = loader._draw_seed()
        self.fetch = _Fetcher(loader)

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.loader)

    def __next__(self):
        batch = self.fetch(next(self.sampler))
        return _pinned(batch) if self.loader._pins else batch


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
    """A worker's life: batches for the indices that come, until none come any more."""
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
        # What cannot be sent is an error of the worker's as well.
        _, unsent = torch._attempt(channel.send, (number, batch, problem, ended))
        if unsent is not None:
            channel.send((number, None, unsent, False))
        problem = None


class _Message(str):
    """The text of a KeyError, which would otherwise be shown with its line ends escaped."""

    def __repr__(self):
        return str(self)


def _raise_again(problem, worker_id):
    """The worker's exception, of its own class where that can be made from a text."""
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


class _Away:
    """One pass over a loader, whose batches worker processes make ahead."""

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

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.loader)

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
                # Its dataset was at its end before this batch.
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
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
                )
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
            return _Here(self)
        if not self.persistent_workers:
            return _Away(self)
        if self._kept is None:
            self._kept = _Away(self)
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
