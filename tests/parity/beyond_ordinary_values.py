# Seeds beyond 63 bits, whole numbers beyond 64, conditions of bytes, membership, and writes through repeated elements.
import warnings

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def attempt(what, make):
    try:
        print(what, make())
    except (ValueError, RuntimeError, OverflowError, TypeError) as error:
        print(what, type(error).__name__, str(error)[:110])


for seed in (2**63, 2**64 - 1, 2**64, -1, -(2**63), True, 7):
    attempt(f"seed {seed}", lambda seed=seed: torch.manual_seed(seed).initial_seed())
    if seed is not True:
        attempt("generator", lambda seed=seed: torch.Generator().manual_seed(seed).initial_seed())
for data in ([2**63, 1.5], [2**63], [-(2**63) - 1, 0.5], [2**70, 1.0], [1j, 2**63], [2**63, True], [[1.0], [2**64]]):
    attempt(f"{data}", lambda data=data: torch.tensor(data).tolist())
    attempt("  as float32", lambda data=data: torch.tensor(data, dtype=torch.complex64).tolist())
    attempt("  as int32", lambda data=data: torch.tensor(data, dtype=torch.int32).tolist())
bytes_ = torch.tensor([1, 0], dtype=torch.uint8, device=device)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(torch.where(bytes_, 1, 2).tolist(), torch.tensor([1.0, 2.0], device=device).where(bytes_, 5.0).tolist())
    print([str(each.message)[:80] for each in caught])
attempt("where", lambda: torch.where(torch.tensor([1, 0], device=device), 1, 2))
for item in ("a", None, [1], (1,), 1.0, True, 1j, torch.tensor(1, device=device), {}):
    attempt(
        f"{item!r} in" if not isinstance(item, torch.Tensor) else "tensor in",
        lambda item=item: item in torch.tensor([1], device=device),
    )

mask = torch.tensor([True, False, False], device=device)
for shape, sizes in (((1,), (3,)), ((2, 1), (2, 3)), ((1, 3), (4, 3)), ((1, 1), (2, 3))):
    for what, write in (
        ("fill_", lambda t: t.fill_(2)),
        ("zero_", lambda t: t.zero_()),
        ("masked_fill_", lambda t: t.masked_fill_(mask, 4.0)),
        ("mask", lambda t: t.__setitem__(mask.expand(t.shape), 5.0)),
        ("constant_", lambda t: torch.nn.init.constant_(t, 3.0)),
        ("add_", lambda t: t.add_(1)),
        ("copy_", lambda t: t.copy_(torch.arange(3.0, device=device))),
    ):
        base = torch.arange(1.0, 1 + torch.Size(shape).numel(), device=device).reshape(shape)
        attempt(f"{what} {shape}", lambda: (write(base.expand(sizes)), base.tolist())[1])
