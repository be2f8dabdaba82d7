# cpu only: of memory that is shared, and of default types
# asarray with its copy and requires_grad, default types by class, versions of inference tensors, assert_close of mixed kinds.
import numpy as np
import torch
from torch.testing import assert_close


def tried(work):
    try:
        print(work())
    except Exception as error:
        print(type(error).__name__, str(error))


tried(lambda: torch.asarray([1, 2], copy=False))
tried(lambda: torch.asarray(np.array([1, 2]), dtype=torch.float32, copy=False))
tried(lambda: torch.asarray(torch.ones(2), dtype=torch.float64, copy=False))
tried(lambda: torch.asarray([1, 2], requires_grad=True))
tried(lambda: torch.asarray([1.0, 2.0], requires_grad=True))
tried(lambda: torch.asarray([1.0, 2.0], copy=True))
leaf = torch.ones(2, requires_grad=True)
tried(lambda: torch.asarray(leaf * 2))
tried(lambda: torch.asarray(leaf * 2, requires_grad=True))
tried(lambda: torch.asarray(leaf, dtype=torch.float64, requires_grad=True))
tried(lambda: torch.asarray(leaf * 2, dtype=torch.float64))
plain = torch.ones(2)
print(torch.asarray(plain) is plain, torch.asarray(plain, copy=True).data_ptr() == plain.data_ptr())
print(torch.asarray(leaf) is leaf, leaf.requires_grad)

for kind in (torch.DoubleTensor, "torch.FloatTensor", torch.float32, torch.IntTensor):
    tried(lambda: (torch.set_default_tensor_type(kind), torch.get_default_dtype())[1])

tried(lambda: torch.is_nonzero(torch.tensor([1, 3, 5])))
tried(lambda: torch.is_nonzero(torch.tensor([])))
with torch.inference_mode():
    untracked = torch.ones(2)
tried(lambda: untracked._version)

parameter = torch.nn.Parameter(torch.ones(2))
for actual, expected, options in (
    (parameter, torch.ones(2), {"allow_subclasses": False}), (parameter, torch.ones(2), {}), (np.ones(2), torch.ones(2), {}),
    (np.ones(2), np.ones(2), {}), (1.0, 2.0, {}), (1, 1.0, {}), (1, 1.0, {"check_dtype": False}), (1, torch.tensor(1), {}),
    ("a", "a", {}), (1.0, 1.00000001, {}), ([1.0, 2], [1.0, 3], {}), (torch.tensor(1.0), torch.tensor(2.0), {}),
    (True, False, {}), ({"a": 1}, {"a": 2}, {}), (2.0, 1.0, {"rtol": 1, "atol": 0}),
):
    tried(lambda: assert_close(actual, expected, **options))
