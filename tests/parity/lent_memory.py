# cpu only: NumPy's arrays are on the processor
import importlib.metadata

import functorch
import numpy as np
import torch
from torch.utils import dlpack


class Marked(torch.Tensor):
    pass


x = torch.arange(4.0)
marked = x.as_subclass(Marked)
marked[0] = 7
print(type(marked).__name__, isinstance(marked, torch.Tensor), x.tolist(), type(marked.as_subclass(torch.Tensor)).__name__)
weight = torch.ones(3, requires_grad=True)
(weight * 2).as_subclass(Marked).sum().backward()
print(weight.grad.tolist())
array = np.arange(3)
for lend in (torch.from_dlpack, dlpack.from_dlpack):
    tensor = lend(array)
    tensor[0] += 5
    again = lend(tensor)
    again[1] = -1
    print(tensor.dtype, tensor.tolist(), array.tolist(), lend(torch.to_dlpack(tensor)).tolist())
seen = np.from_dlpack(x)
x[2] = 9
print(seen.tolist(), x.__dlpack_device__() == (1, 0), int(x.__dlpack_device__()[0]))
for wrong in (lambda: weight.__dlpack__(), lambda: x.as_subclass(int)):
    try:
        wrong()
    except (BufferError, TypeError) as error:
        print(type(error).__name__, str(error)[:60])

layer = torch.nn.Linear(2, 3)
act, parameters = functorch.make_functional(layer)
print(len(parameters), torch.equal(act(parameters, torch.ones(1, 2)), layer(torch.ones(1, 2))), functorch.grad(torch.sin)(torch.tensor(0.0)).item())
act, parameters, buffers = functorch.combine_state_for_ensemble([layer, torch.nn.Linear(2, 3)])
print([tuple(p.shape) for p in parameters], buffers, tuple(functorch.vmap(act, in_dims=(0, 0, None))(parameters, buffers, torch.ones(5, 2)).shape))
try:
    functorch.make_functional(torch.nn.BatchNorm1d(2))
except RuntimeError as error:
    print(error)
print(importlib.metadata.version("torch").split("+")[0], importlib.metadata.version("numpy").split(".")[0])
try:
    importlib.metadata.version("no-such-library")
except importlib.metadata.PackageNotFoundError as error:
    print(error)
