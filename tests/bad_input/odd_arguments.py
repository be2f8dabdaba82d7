"""Every public function of torch, and every method of a tensor, with invalid arguments.

Each call must return or raise: the test that runs this fails on a panic."""

import gc
import math
import sys

import torch

ODD = [
    None, "seven", -1, 2**40, -(2**62), 0.5, math.nan, True, [], (), [1, [2]], {}, torch.float16, torch.device("cpu"),
    torch.tensor(3), torch.zeros(0), torch.zeros(2, 0, 3), torch.ones(2, 3), torch.arange(4), torch.tensor([True, False]),
    torch.tensor([5, -9]), torch.tensor([math.nan]), torch.ones(2, 2, dtype=torch.bfloat16), object(), len, slice(None),
]  # fmt: skip
GOOD = [torch.ones(2, 3), torch.arange(6).reshape(2, 3), torch.eye(3, dtype=torch.float64), torch.tensor(1.5)]

# They change the session, wait, or read files; `apply_` and `map_` call their arguments.
SKIPPED = """set_default_dtype set_default_device set_printoptions manual_seed seed set_rng_state save load compile
set_num_threads set_num_interop_threads set_default_tensor_type set_grad_enabled use_deterministic_algorithms
set_float32_matmul_precision inference_mode no_grad enable_grad set_anomaly_enabled""".split()
# Performs the given number of steps.
SKIPPED += [name for name in dir(torch.special) if "polynomial" in name] + ["svd_lowrank"]


def calls(function, owner):
    """Wrong counts, then each odd argument in the first places, then beside a tensor that fits."""
    yield ()
    yield (None,) * 9
    for odd in ODD:
        yield (odd,)
        yield (odd, odd)
        for good in GOOD:
            yield (good, odd)
            yield (good, 0, odd)
            yield (good, odd, good)
            yield (good, good, odd)


def names(owner):
    return [name for name in dir(owner) if not name.startswith("_") and name not in SKIPPED]


def main():
    tried = answered = 0
    owners = [torch, torch.Tensor, torch.linalg, torch.special]
    functions = [(owner, name) for owner in owners for name in names(owner)]
    for owner, name in functions:
        function = getattr(owner, name)
        if not callable(function) or isinstance(function, type):
            continue
        for arguments in calls(function, owner):
            arguments = [x.clone() if torch.is_tensor(x) else x for x in arguments]
            tried += 1
            try:
                function(*arguments)
                answered += 1
            except Exception:
                pass
    print(tried > 0, answered > 0)


main()
