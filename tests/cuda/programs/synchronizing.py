"""Calls that make the host wait for a device: what PyTorch's own test of `set_sync_debug_mode` expects of each, and more. One
row of that test is not here: `repeat_interleave` with counts on the device and `output_size` waits all the same."""

import warnings

import torch

SENTENCE = "called a synchronizing CUDA operation"
set_mode, get_mode = torch.cuda.set_sync_debug_mode, torch.cuda.get_sync_debug_mode


def fails(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


assert get_mode() == 0
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    set_mode("default")
    set_mode(0)
    torch.ones(3, device="cuda").sum().item()
prototype = "Synchronization debug mode is a prototype feature and does not yet detect all synchronizing operations"
assert [str(warning.message) for warning in told] == [prototype], [str(warning.message) for warning in told]
for mode, number in (("warn", 1), ("error", 2), ("default", 0), (1, 1), (2, 2), (0, 0)):
    set_mode(mode)
    assert get_mode() == number
fails(RuntimeError, "invalid value of debug_mode, expected one of `default`, `warn`, `error`", lambda: set_mode("loud"))
fails(RuntimeError, "invalid value of debug_mode, expected one of 0,1,2", lambda: set_mode(3))
fails(RuntimeError, "invalid argument to set_sync_debug_mode", lambda: set_mode(None))

size = 4
x, y = torch.rand(size, device="cuda"), torch.rand((), device="cuda")
ind = torch.randint(size, (3,), device="cuda")
ind_cpu = ind.cpu()
repeats = torch.full((1,), 2, device="cuda")
mask = torch.randint(2, (size,), device="cuda", dtype=torch.bool)
mask_cpu = mask.cpu()
pinned, event, stream = torch.ones(size).pin_memory(), torch.cuda.Event(), torch.cuda.Stream()
values = torch.rand(50, device="cuda")
layer, norm = torch.nn.Linear(size, 2, device="cuda"), torch.nn.BatchNorm1d(size, device="cuda")
table = torch.rand(size, size, device="cuda")
optimizer = torch.optim.Adam(layer.parameters(), lr=0.1)


def put(x, ind, value):
    x[ind] = value


def step():
    optimizer.zero_grad()
    layer(x).sum().backward()
    torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
    optimizer.step()


def record_and_wait():
    event.record()
    event.synchronize()


no_wait = {
    "a mask and a number": lambda: put(x, mask, 1.0),
    "a mask on the host and an element": lambda: put(x, mask_cpu, y),
    "indices and an element": lambda: put(x, ind, y),
    "indices": lambda: x[ind],
    "one_hot with its size": lambda: torch.nn.functional.one_hot(ind, num_classes=size),
    "randperm": lambda: torch.randperm(20000, device="cuda"),
    "repeat_interleave by a number": lambda: torch.repeat_interleave(x, 2, output_size=2 * size),
    "any": lambda: torch.any(y),
    "synchronize": torch.cuda.synchronize,
    "an event's synchronize": record_and_wait,
    "a copy that goes on": lambda: pinned.to("cuda", non_blocking=True),
    "a copy to page-locked memory that goes on": lambda: pinned.copy_(x, non_blocking=True),
    "a step of training": step,
    "sort, where, cumsum": lambda: torch.where(values > 0.5, values.sort().values, values.cumsum(0)),
    "a graph": lambda: torch.cuda.graph(torch.cuda.CUDAGraph()),
    "query": stream.query,
    "a number into a part": lambda: put(table, (slice(None), 1), 2.0),
    "a number into an element": lambda: put(table, (0, 1), 3),
    "a number of the host's into a row": lambda: put(table, 2, torch.tensor(1.5)),
    "a number at indices": lambda: put(table, (ind, ind), 1.0),
    "interpolate": lambda: torch.nn.functional.interpolate(table[None, None], scale_factor=2),
    "quantile": lambda: table.quantile(0.5),
    "normalization": lambda: norm(table),
    "empty_cache": torch.cuda.empty_cache,
}
waits = {
    "a mask and an element": lambda: put(x, mask, y),
    "indices on the host and an element": lambda: put(x, ind_cpu, y),
    "a mask": lambda: x[mask],
    "indices on the host": lambda: x[ind_cpu],
    "nonzero": x.nonzero,
    "a condition": lambda: bool(y),
    "one_hot": lambda: torch.nn.functional.one_hot(ind),
    "repeat_interleave": lambda: torch.repeat_interleave(x, repeats),
    "item": y.item,
    "tolist": x.tolist,
    "cpu": x.cpu,
    "to the host": lambda: x.to("cpu"),
    "from the host": lambda: torch.ones(3).cuda(),
    "from page-locked memory": lambda: pinned.to("cuda"),
    "a constant": lambda: torch.tensor([1.0, 2.0], device="cuda"),
    "copy_": lambda: x.copy_(mask_cpu.float()),
    "print": lambda: repr(x),
    "float": lambda: float(y),
    "masked_select": lambda: torch.masked_select(x, mask),
    "unique": lambda: torch.unique(ind),
    "equal": lambda: torch.equal(x, x + 1),
    "a stream's synchronize": stream.synchronize,
}


def warned(work):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        work()
    assert all(str(warning.message) == SENTENCE and warning.category is UserWarning for warning in told)
    return len(told)


step()  # what is made at the first step is made
wrong = []
for expected, works in ((False, no_wait), (True, waits)):
    for name, work in works.items():
        set_mode("default")
        if warned(work):
            wrong.append(f"{name} warns when nobody asked")
        set_mode("warn")
        if (warned(work) > 0) != expected:
            wrong.append(f"{name} {'does not warn' if expected else 'warns'}")
        set_mode("error")
        raised = False
        try:
            work()
        except RuntimeError as error:
            raised = True
            if str(error) != SENTENCE:
                wrong.append(f"{name}: {error}")
        if raised != expected:
            wrong.append(f"{name} {'is not refused' if expected else 'is refused'}")
set_mode("default")
assert not wrong, "\n".join(wrong)

# The warning names the program's line, once per line.
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("default")
    set_mode("warn")
    for _ in range(3):
        y.item()
    set_mode("default")
[warning] = told
assert warning.filename.endswith("synchronizing.py") and warning.lineno == 154, warning.lineno

table.zero_()
put(table, (slice(None), 1), 2.0), put(table, (0, 2), 3), put(table, 3, torch.tensor(1.5)), put(table, 2, True)
assert table.tolist() == [[0, 2, 3, 0], [0, 2, 0, 0], [1, 1, 1, 1], [1.5, 1.5, 1.5, 1.5]]

# Calls that do not wait can be captured: gradients (3, 4, 0) have the norm 5.
for dtype in (torch.float32, torch.float64):
    weight = torch.zeros(3, device="cuda", dtype=dtype, requires_grad=True)
    weight.grad = torch.zeros(3, device="cuda", dtype=dtype)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        length = torch.nn.utils.clip_grad_norm_([weight], 1.0)
    for factor in (1.0, 2.0, 0.1):
        weight.grad.copy_(torch.tensor([3.0, 4.0, 0.0], dtype=dtype) * factor)
        graph.replay()
        assert abs(length.item() - 5 * factor) < 1e-6
        kept = min(1.0, 1.0 / (5 * factor + 1e-6)) * factor
        wanted = torch.tensor([3 * kept, 4 * kept, 0.0], dtype=dtype)
        assert torch.allclose(weight.grad.cpu(), wanted, rtol=1e-6 if dtype == torch.float32 else 1e-14), weight.grad

# A cell that ends with a refused wait leaves no state behind.
set_mode("error")
fails(RuntimeError, SENTENCE, lambda: x[mask].sum())
set_mode(0)
assert torch.isfinite(x).all().item()
print("ok")
